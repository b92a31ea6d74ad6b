// A form whose fields are read by the page, instead of being sent to the server.

import type { ComponentProps } from 'preact'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => void
}

export const Form = ({ onSubmit, ...more }: FormProps) => (
  <form
    {...more}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  />
)

export const readField = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name)).trim()

// Buttons, forms and fields. The page reads the fields; forms are never sent to the server.

import type { Signal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'name' | 'type'> {
  /** The text on the button. */
  readonly name: string | number
}

/** Only buttons that submit a form are plain elements. */
export const Button = ({ name, ...more }: ButtonProps) => (
  <button type="button" {...more}>
    {name}
  </button>
)

const ASK_MS = 4000

/** A button for an action that cannot be undone. It asks for a second click. */
export function SureButton({ name, question, onSure }: { name: string; question: string; onSure: () => void }) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    const timer = isAsking ? setTimeout(() => setAsking(false), ASK_MS) : undefined
    return () => clearTimeout(timer)
  }, [isAsking])
  const press = () => {
    if (isAsking) onSure()
    setAsking(!isAsking)
  }
  return <Button class="danger" name={isAsking ? question : name} onClick={press} />
}

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

/** The error of an action, beside the field that it is about. */
export const Problem = ({ of: { value } }: { of: Signal<string> }) =>
  value === '' ? null : (
    <p class="problem" role="alert">
      {value}
    </p>
  )

interface SelectProps {
  readonly value?: string
  readonly name?: string
  readonly form?: string
  readonly 'aria-label'?: string
  /** The value of each choice, with the text that the reader sees. */
  readonly choices: readonly (string | readonly [value: string, text: string])[]
  readonly onChange?: ((value: string) => void) | undefined
}

export const Select = ({ choices, onChange, ...more }: SelectProps) => (
  <select {...more} onChange={(event) => onChange?.(event.currentTarget.value)}>
    {choices.map((choice) => {
      const [value, text] = typeof choice === 'string' ? [choice, choice] : choice
      return (
        <option key={value} value={value}>
          {text}
        </option>
      )
    })}
  </select>
)

interface TextFieldProps {
  readonly label: ComponentChildren
  readonly value: string
  /** Gets the text after each letter. */
  readonly onInput?: (text: string) => void
  /** Gets the text when the reader leaves the field or presses Enter. */
  readonly onChange?: (text: string) => void
  /** The class of the label. */
  readonly class?: string
  /** True for a text whose letters count, for example a path. */
  readonly isCode?: boolean
  readonly suggestions?: readonly string[]
  readonly type?: 'search'
  readonly placeholder?: string
}

export function TextField({ label, onInput, onChange, class: labelClass = '', isCode = false, suggestions, ...more }: TextFieldProps) {
  const id = useId()
  return (
    <label class={labelClass}>
      <span>{label}</span>
      <input
        class={isCode ? 'mono' : ''}
        spellcheck={false}
        autocomplete="off"
        list={suggestions && id}
        {...more}
        onInput={(event) => onInput?.(event.currentTarget.value)}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </label>
  )
}

// Buttons, texts to copy, forms and fields. The page reads the fields; forms are never sent to the server.

import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { copy } from '../feedback.ts'
import { type Replayed, renderCurl, type SNIPPETS, snippetsFor } from '../snippets.ts'
import { Text } from './show.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'name'> & { readonly name: string }

/** The name is the text on the button. */
export const Button = ({ name, ...more }: ButtonProps) => (
  <button type="button" {...more}>
    {name}
  </button>
)

interface Copied {
  readonly request: Replayed
  /** Default: the snippets that can send the request. */
  readonly snippets?: typeof SNIPPETS
  /** Buttons before the snippets. */
  readonly children?: ComponentChildren
}

export const CopyAs = ({ request, snippets = snippetsFor(request) }: Copied) => (
  <span class="copy">
    <span>Copy as</span>
    {Object.entries(snippets).map(([name, render]) => (
      <Button name={name} key={name} onClick={() => void copy(render(request), `the request as ${name}`)} />
    ))}
  </span>
)

/** A request as a command, and as code to copy. */
export const Snippet = ({ children, ...copied }: Copied) => (
  <>
    <p class="tools">
      {children}
      <CopyAs {...copied} />
    </p>
    <Text>{renderCurl(copied.request)}</Text>
  </>
)

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: (form: HTMLFormElement) => void }

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

/** The error of an action, at the field or the page that it is about. */
export const Problem = ({ of: { value }, class: name = 'problem' }: { of: { readonly value: string }; class?: string }) =>
  value === '' ? null : (
    <p class={name} role="alert">
      {value}
    </p>
  )

type SelectProps = Pick<ComponentProps<'select'>, 'name' | 'form' | 'aria-label'> & {
  readonly value?: string
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

type TextFieldProps = Pick<ComponentProps<'input'>, 'id' | 'placeholder' | 'aria-describedby' | 'onFocus'> & {
  readonly label: ComponentChildren
  readonly value: string
  readonly type?: 'search'
  readonly class?: string
  readonly onInput: (text: string) => void
  /** True for a text whose letters count, for example a path. */
  readonly isCode?: boolean
  readonly suggestions?: readonly string[]
}

export function TextField({ label, onInput, class: labelClass = '', isCode = false, suggestions, ...more }: TextFieldProps) {
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
        onInput={(event) => onInput(event.currentTarget.value)}
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

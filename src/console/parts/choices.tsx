// Fields with their labels: a select for values of a list, and a text field that may suggest values.

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface SelectProps {
  readonly value?: string
  readonly name?: string
  readonly form?: string
  readonly 'aria-label'?: string
  /** The value of each choice, with the text that the reader sees. */
  readonly choices: readonly (string | readonly [value: string, text: string])[]
  readonly onChange?: (value: string) => void
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

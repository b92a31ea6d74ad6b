// Fields with choices: a select for values of a list, and suggestions for a text field.

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

export const Suggestions = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)

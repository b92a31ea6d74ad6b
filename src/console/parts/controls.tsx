// Buttons, texts to copy, and fields. Some fields are for values with a schema: the parameters of a scenario, and the fields of an
// item. The page reads the fields. Its forms have the method dialog, so a browser sends them nowhere.

import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { readJson } from '../../contract/json/json.ts'
import { listOf } from '../contract.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'name'> & { readonly name: string }

/** The name is the text on the button. */
export const Button = ({ name, ...more }: ButtonProps) => (
  <button type="button" {...more}>
    {name}
  </button>
)

export const readField = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name)).trim()

type SelectProps = Pick<ComponentProps<'select'>, 'name' | 'form' | 'aria-label'> & {
  readonly value?: string | undefined
  /** The value of each choice, perhaps with the text that the reader sees. */
  readonly choices: readonly (string | readonly [value: string, text: string])[]
  readonly onChange?: ((value: string) => void) | undefined
}

export const Select = ({ choices, onChange, ...more }: SelectProps) => (
  <select {...more} onChange={(event) => onChange?.(event.currentTarget.value)}>
    {choices.map((choice) => {
      const [value = '', text = value] = [choice].flat()
      return (
        <option key={value} value={value}>
          {text}
        </option>
      )
    })}
  </select>
)

type TextFieldProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'placeholder' | 'aria-describedby' | 'onFocus'> & {
  readonly label: ComponentChildren
  readonly value: string
  readonly type?: 'search'
  readonly class?: string | undefined
  readonly onInput?: (text: string) => void
  readonly suggestions?: readonly string[] | undefined
}

export function TextField({ label, class: labelClass, onInput, suggestions, ...more }: TextFieldProps) {
  const id = useId()
  return (
    <label class={labelClass}>
      <span>{label}</span>
      <input autocomplete="off" list={suggestions && id} {...more} onInput={(event) => onInput?.(event.currentTarget.value)} />
      <datalist id={id}>
        {suggestions?.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </label>
  )
}

interface ValueSchema {
  readonly type?: unknown
  readonly enum?: unknown
  readonly default?: unknown
  readonly description?: unknown
}

type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'form' | 'aria-label'> & {
  readonly schema: ValueSchema
  /** Undefined in the form of a new value. */
  readonly value?: string | undefined
  /** Gets the text when the reader leaves the field or presses Enter. */
  readonly onChange?: ((text: string) => void) | undefined
}

export function Field({ schema, value, onChange, ...more }: FieldProps) {
  const usual = String(schema.default ?? '')
  const choices = schema.type === 'boolean' ? ['true', 'false'] : listOf(schema.enum).map(String)
  const offered = new Set(value !== undefined ? [...choices, value] : usual === '' ? choices : [usual, ...choices])
  if (choices.length > 0) return <Select {...more} value={value} choices={[...offered]} onChange={onChange} />
  const send = (field: HTMLInputElement) => {
    const text = field.value
    // The value changes when the sandbox has taken the text.
    if (value !== undefined) field.value = value
    onChange?.(text)
  }
  // The key keeps the letters that the reader types while the value is read again, and shows another value.
  return <input {...more} key={value} defaultValue={value} placeholder={usual} onChange={(event) => send(event.currentTarget)} />
}

/** A value with its name and its schema. Outside of a form that reads it: also its text, and what takes another text. */
export type Value = readonly [name: string, schema: ValueSchema, text?: string | undefined, onChange?: (text: string) => void]

/** Fields for values, each with its name and its meaning. */
export const Fields = ({ values }: { values: readonly Value[] }) => (
  <div class="fields">
    {values.map(([name, schema, text, onChange]) => (
      <label key={name}>
        <span>
          <b>{name}</b> {String(schema.description ?? '')}
        </span>
        <Field name={onChange ? undefined : name} schema={schema} value={text} onChange={onChange} />
      </label>
    ))}
  </div>
)

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
export const readValue = (text: string, { type }: ValueSchema): unknown => (type === 'string' ? text : (readJson(text) ?? text))

/** The values that the reader gave. */
export function readValues(form: HTMLFormElement, schemas: Readonly<Record<string, ValueSchema>>): Record<string, unknown> {
  const texts = Object.entries(schemas).map(([name, schema]) => [name, readField(form, name), schema] as const)
  return Object.fromEntries(texts.flatMap(([name, text, schema]) => (text === '' ? [] : [[name, readValue(text, schema)]])))
}

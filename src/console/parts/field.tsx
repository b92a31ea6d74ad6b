// Fields for values with a schema: the parameters of a scenario, and the fields of an item.

import type { ComponentProps } from 'preact'
import { parseJson } from '../../json/json.ts'
import { listOf } from '../contract.ts'
import { readField, Select } from './controls.tsx'

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
  const usual = schema.default === undefined ? '' : String(schema.default)
  const choices = schema.type === 'boolean' ? ['true', 'false'] : listOf(schema.enum).map(String)
  if (choices.length > 0) {
    // A value that is left out is the default.
    const forNew = usual === '' ? choices : [['', usual] as const, ...choices.filter((one) => one !== usual)]
    const offered = value === undefined ? forNew : [...new Set([...choices, value])]
    return <Select {...more} {...(value !== undefined && { value })} choices={offered} onChange={onChange} />
  }
  // The key keeps the letters that the reader types while the value is read again, and shows another value.
  const send = (field: HTMLInputElement) => {
    const text = field.value
    // The value changes when the sandbox has taken the text.
    if (value !== undefined) field.value = value
    onChange?.(text)
  }
  return (
    <input
      {...more}
      key={value}
      defaultValue={value}
      placeholder={usual}
      spellcheck={false}
      onChange={(event) => send(event.currentTarget)}
    />
  )
}

/** A value with its name, its schema, and for a form that is not sent its text and what takes another text. */
export type Value = readonly [name: string, schema: ValueSchema, text?: string | undefined, onChange?: (text: string) => void]

/** Fields for values, each with its name and its meaning. */
export const Fields = ({ values }: { values: readonly Value[] }) => (
  <div class="fields">
    {values.map(([name, schema, text, onChange]) => (
      <label key={name}>
        <span>
          <b>{name}</b> {String(schema.description ?? '')}
        </span>
        <Field name={name} schema={schema} value={text} onChange={onChange} />
      </label>
    ))}
  </div>
)

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
export function readValue(text: string, { type }: ValueSchema): unknown {
  if (type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The values that the reader gave. */
export function readValues(form: HTMLFormElement, schemas: Readonly<Record<string, ValueSchema>>): Record<string, unknown> {
  const given = Object.keys(schemas).filter((name) => readField(form, name) !== '')
  return Object.fromEntries(given.map((name) => [name, readValue(readField(form, name), schemas[name] ?? {})]))
}

// Fields for values with a schema: the parameters of a scenario, and the fields of an item.

import type { ComponentProps } from 'preact'
import { parseJson } from '../../json/json.ts'
import type { CatalogueEntry } from '../../scenarios/parameters.ts'
import { listOf } from '../contract.ts'
import { readField, Select } from './controls.tsx'

interface ValueSchema {
  readonly type?: unknown
  readonly enum?: unknown
  readonly default?: unknown
}

type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'form' | 'aria-label'> & {
  readonly schema: ValueSchema
  /** Undefined in the form of a new value. */
  readonly value?: string | undefined
  /** Gets the text when the reader leaves the field or presses Enter. */
  readonly onChange?: (text: string) => void
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

interface ParameterFieldsProps {
  readonly rules: CatalogueEntry['parameters']
  /** Undefined in a form that is read when it is sent. */
  readonly values?: Readonly<Record<string, string>>
  readonly onChange?: (values: Readonly<Record<string, string>>) => void
}

/** Fields for the parameters of a scenario. */
export const ParameterFields = ({ rules, values = {}, onChange }: ParameterFieldsProps) => (
  <div class="fields">
    {Object.entries(rules).map(([name, rule]) => (
      <label key={name}>
        <span>
          <b>{name}</b> {rule.description}
        </span>
        <Field name={name} schema={rule} value={values[name]} onChange={(text) => onChange?.({ ...values, [name]: text })} />
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

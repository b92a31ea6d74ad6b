// Buttons and fields. The page reads the fields. Its forms have the method dialog, so a browser sends them nowhere.

import type { ComponentProps } from 'preact'
import { listOf } from '../../contract/document.ts'
import { readJson } from '../../contract/json/json.ts'
import type { ParameterRule } from '../../ground/generated/control.ts'

type ButtonProps = Omit<ComponentProps<'button'>, 'name'> & { readonly name: string }

/** The name is the text on the button. */
export const Button = ({ name, ...more }: ButtonProps) => (
  <button type="button" {...more}>
    {name}
  </button>
)

export const readField = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name)).trim()

export const Select = ({ name, choices }: { name: string; choices: readonly string[] }) => (
  <select name={name}>
    {choices.map((choice) => (
      <option key={choice}>{choice}</option>
    ))}
  </select>
)

type SearchFieldProps = Pick<ComponentProps<'input'>, 'id' | 'class' | 'placeholder'> & {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
}

export const SearchField = ({ label, class: labelClass, onInput, ...more }: SearchFieldProps) => (
  <label class={labelClass}>
    <span>{label}</span>
    <input type="search" autocomplete="off" {...more} onInput={(event) => onInput(event.currentTarget.value)} />
  </label>
)

/** A field for a value with a schema: the parameter of a scenario. */
export function Field({ name, schema }: { name: string; schema: ParameterRule }) {
  const usual = String(schema.default ?? '')
  const choices = schema.type === 'boolean' ? ['true', 'false'] : listOf(schema.enum).map(String)
  if (choices.length > 0) return <Select name={name} choices={[...new Set([usual, ...choices])].filter((choice) => choice !== '')} />
  return <input name={name} placeholder={usual} />
}

/** The values that the reader gave. A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
export function readValues(form: HTMLFormElement, schemas: Readonly<Record<string, ParameterRule>>): Record<string, unknown> {
  const texts = Object.entries(schemas).map(([name, { type }]) => [name, readField(form, name), type] as const)
  const given = texts.filter(([, text]) => text !== '')
  return Object.fromEntries(given.map(([name, text, type]) => [name, type === 'string' ? text : (readJson(text) ?? text)]))
}

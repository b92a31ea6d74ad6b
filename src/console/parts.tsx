// The parts of all views: boxes, tables, lists, texts, times, buttons and fields. The keyboard must reach each part that scrolls, so that
// everybody can scroll it. Forms have the method `dialog`, so that the browser does not send them.

import type { ComponentChildren, ComponentProps } from 'preact'
import { listOf } from '../contract/document.ts'
import { readJson } from '../contract/json/json.ts'
import type { ParameterRule, Value } from '../ground/generated/control.ts'
import { showMs } from '../ground/words.ts'

export const Card = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
)

type FoldedProps = Omit<ComponentProps<'details'>, 'title'> & { readonly title: ComponentChildren; readonly count: number }

export const Folded = ({ title, count, children, ...more }: FoldedProps) => (
  <details {...more}>
    <summary>
      {title} <span class="dim">{count.toLocaleString('en')}</span>
    </summary>
    {children}
  </details>
)

export const Items = ({ items, ...more }: { items: readonly ComponentChildren[]; class?: string }) => (
  <ul {...more}>
    {items.map((item) => (
      <li>{item}</li>
    ))}
  </ul>
)

export type Fact = readonly [name: ComponentChildren, text: ComponentChildren]

export const Facts = ({ facts, ...more }: { facts: readonly Fact[]; class?: string }) => (
  <dl class="facts" {...more}>
    {facts.map(([name, text]) => (
      <div>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

export const Table = ({ heads, rows }: { heads: readonly ComponentChildren[]; rows: readonly (readonly ComponentChildren[])[] }) => (
  <table>
    <thead>
      <tr>
        {heads.map((head) => (
          <th>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells) => (
        <tr>
          {cells.map((cell) => (
            <td>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Scroll = (props: ComponentProps<'div'>) => <div tabIndex={0} {...props} />

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Text = (props: ComponentProps<'pre'>) => <pre class="text" tabIndex={0} {...props} />

/** `3 ms`, `1.25 s`, `4 min 5 s`, `2 h 5 min`, `12 days` */
export function renderSeconds(seconds: number): string {
  if (seconds < 60) return showMs(seconds * 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400).toLocaleString('en')} days`
}

/** `2030-12-05 00:00:01 UTC` */
export const renderDate = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export const Button = ({ name, ...more }: Omit<ComponentProps<'button'>, 'name'> & { readonly name: string }) => (
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

type SearchFieldProps = Pick<ComponentProps<'input'>, 'id' | 'class' | 'placeholder' | 'value'> & {
  readonly label: string
  readonly onInput: (text: string) => void
}

export const SearchField = ({ label, class: labelClass, onInput, ...more }: SearchFieldProps) => (
  <label class={labelClass}>
    <span>{label}</span>
    <input type="search" autocomplete="off" {...more} onInput={(event) => onInput(event.currentTarget.value)} />
  </label>
)

export function Field({ name, schema }: { name: string; schema: ParameterRule }) {
  const usual = String(schema.default)
  const choices = schema.type === 'boolean' ? ['true', 'false'] : listOf(schema.enum).map(String)
  if (choices.length > 0) return <Select name={name} choices={[...new Set([usual, ...choices])].filter((choice) => choice !== '')} />
  return <input name={name} placeholder={usual} />
}

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
export function readValues(form: HTMLFormElement, schemas: Readonly<Record<string, ParameterRule>>): Record<string, Value> {
  const texts = Object.entries(schemas).map(([name, { type }]) => [name, readField(form, name), type] as const)
  const given = texts.filter(([, text]) => text !== '')
  return Object.fromEntries(given.map(([name, text, type]) => [name, type === 'string' ? text : ((readJson(text) as Value) ?? text)]))
}

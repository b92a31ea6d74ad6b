// The contents of the reference beside its text, with a search in the titles and sentences of all parts.

import { useSignal } from '@preact/signals'
import type { Node, Operation } from '../contract.ts'
import { TextField } from '../parts/controls.tsx'
import { Folded } from '../parts/show.tsx'
import { catalogue } from '../state.ts'
import type { Subject } from './assumed.tsx'

/** A place in the reference. The search looks in its text. */
interface Place {
  readonly anchor: string
  readonly title: string
  readonly text: string
  readonly method?: string
}

const CHAPTERS = {
  limits: 'Plans and limits',
  codes: 'Error codes',
  schemas: 'Schemas',
  assumptions: 'Assumptions',
  scenarios: 'Scenarios',
  control: 'Control API',
}

export function Contents({ subject: { operations, assumptions, document }, control }: { subject: Subject; control: Subject | undefined }) {
  const typed = useSignal('')
  const shown: Place[] = [
    { anchor: 'start', title: 'Start', text: '' },
    ...operations.map((one) => ({ anchor: one.id, title: one.path, method: one.method, text: textOf(one) })),
    ...Object.entries(CHAPTERS).map(([anchor, title]) => ({ anchor, title, text: '' })),
  ]
  const calls = control?.operations ?? []
  const toCall = (one: Operation) => ({ anchor: `control-${one.id}`, title: String(one.node.summary ?? one.id), text: textOf(one) })
  const codes = Object.entries((document['x-codes'] ?? {}) as Record<string, Node>)
  const all = [
    ...[...shown, ...calls.map(toCall)],
    ...codes.map(([code, { meaning }]) => entryOf('code', code, String(meaning))),
    ...Array.from(assumptions.values(), ({ id, choices, why }) => entryOf('assumption', id, [...Object.values(choices), why].join(' '))),
    ...catalogue.value.map(({ name, summary }) => entryOf('scenario', name, summary)),
  ]
  const words = typed.value.toLowerCase().split(/\s+/)
  const found = all.filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
  return (
    <nav class="contents" aria-label="Contents">
      <TextField
        label={<span class="hidden">Search the reference</span>}
        class="wide"
        type="search"
        value={typed.value}
        placeholder="Search"
        onInput={(text) => (typed.value = text)}
      />
      {(typed.value === '' ? shown : found).map(renderLink)}
      {typed.value === '' &&
        [...Map.groupBy(calls, ({ node }) => String([node.tags].flat()[0]))].map(([tag, own]) => (
          <Folded key={tag} title={tag}>
            {own.map(toCall).map(renderLink)}
          </Folded>
        ))}
      {typed.value === '' && <a href="/docs/guides">Guides</a>}
      {found.length === 0 && <p class="dim">Nothing here has these words.</p>}
    </nav>
  )
}

/** An entry of a table. Only the search shows it. */
const entryOf = (kind: string, name: string, text: string): Place => ({ anchor: `${kind}-${name}`, title: `${kind} ${name}`, text })

const textOf = ({ id, method, path, node: { summary, description } }: Operation) => [id, method, path, summary, description].join(' ')

const renderLink = ({ anchor, title, method }: Place) => (
  <a key={anchor} href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

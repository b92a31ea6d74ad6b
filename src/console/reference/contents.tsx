// The contents of the reference beside its text, with a search in the titles and sentences of all parts.

import { useSignal } from '@preact/signals'
import type { Contract } from '../contract.ts'
import { catalogue } from '../state.ts'
import type { Subject } from './schema.tsx'

/** A place in the reference. */
interface Place {
  readonly anchor: string
  readonly title: string
  /** The search looks here too. */
  readonly text?: string
  readonly method?: string
}

interface ContentsProps {
  readonly contract: Contract
  readonly control: Contract | undefined
  readonly subject: Subject
}

const CHAPTERS: readonly (readonly [anchor: string, title: string])[] = [
  ['limits', 'Plans and limits'],
  ['codes', 'Error codes'],
  ['schemas', 'Schemas'],
  ['assumptions', 'Assumptions'],
  ['scenarios', 'Scenarios'],
  ['control', 'Control API'],
]

export function Contents(props: ContentsProps) {
  const text = useSignal('')
  const words = text.value.toLowerCase().split(/\s+/)
  const found = listPlaces(props).filter(({ title, text: more = '' }) =>
    words.every((word) => `${title} ${more}`.toLowerCase().includes(word)),
  )
  return (
    <nav class="contents" aria-label="Contents">
      <label class="wide">
        <span class="hidden">Search the reference</span>
        <input type="search" value={text.value} placeholder="Search" onInput={(event) => (text.value = event.currentTarget.value)} />
      </label>
      {text.value === '' ? <Tree {...props} /> : found.map((place) => <Link key={place.anchor} place={place} />)}
      {found.length === 0 && <p class="dim">Nothing here has these words.</p>}
    </nav>
  )
}

const Tree = ({ contract, control }: ContentsProps) => (
  <>
    <a href="/docs#start">Start</a>
    <a href="/docs#authentication">Authentication</a>
    {operationsOf(contract).map((place) => (
      <Link key={place.anchor} place={place} />
    ))}
    <a href="/docs/guides">Guides</a>
    {CHAPTERS.map(([anchor, title]) => (
      <a key={anchor} href={`/docs#${anchor}`}>
        {title}
      </a>
    ))}
    {[...Map.groupBy(control?.operations ?? [], ({ node }) => ([node.tags].flat() as string[])[0] ?? '')].map(([tag, calls]) => (
      <details key={tag}>
        <summary>{tag}</summary>
        {calls.map(({ id, node }) => (
          <a key={id} href={`/docs#control-${id}`} class="inner">
            {String(node.summary ?? id)}
          </a>
        ))}
      </details>
    ))}
  </>
)

const Link = ({ place: { anchor, title, method } }: { place: Place }) => (
  <a href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

const operationsOf = ({ operations }: Contract, prefix = '') =>
  operations.map(({ id, method, path, node }) => ({
    anchor: prefix + id,
    title: path,
    method,
    text: `${id} ${node.summary} ${node.description}`,
  }))

const listPlaces = ({ contract, control, subject: { assumptions, document } }: ContentsProps): Place[] => [
  ...operationsOf(contract),
  ...CHAPTERS.map(([anchor, title]) => ({ anchor, title })),
  ...Object.entries((document['x-codes'] ?? {}) as Record<string, { meaning: string }>).map(([code, { meaning }]) => ({
    ...{ anchor: `code-${code}`, title: `code ${code}`, text: meaning },
  })),
  ...Array.from(assumptions.values(), ({ id, choices, why }) => ({
    ...{ anchor: `assumption-${id}`, title: `assumption ${id}`, text: [...Object.values(choices), why].join(' ') },
  })),
  ...catalogue.value.map(({ name, summary }) => ({ anchor: `scenario-${name}`, title: `scenario ${name}`, text: summary })),
  ...(control ? operationsOf(control, 'control-') : []),
]

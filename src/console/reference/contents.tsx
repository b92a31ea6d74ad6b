// The contents of the reference beside its text, with a search in the titles and sentences of all parts.

import { useSignal } from '@preact/signals'
import type { Node } from '../contract.ts'
import { TextField } from '../parts/controls.tsx'
import { Folded } from '../parts/show.tsx'
import { catalogue } from '../state.ts'
import type { Subject } from './assumed.tsx'

/** A place in the reference. */
interface Place {
  readonly anchor: string
  readonly title: string
  /** The search looks here too. */
  readonly text?: string
  readonly method?: string
  /** The place is folded under this title. */
  readonly under?: string
  /** Only the search shows the place. */
  readonly isHidden?: true
}

interface ContentsProps {
  readonly subject: Subject
  readonly control: Subject | undefined
}

const CHAPTERS = {
  limits: 'Plans and limits',
  codes: 'Error codes',
  schemas: 'Schemas',
  assumptions: 'Assumptions',
  scenarios: 'Scenarios',
  control: 'Control API',
}

export function Contents(props: ContentsProps) {
  const text = useSignal('')
  const words = text.value.toLowerCase().split(/\s+/)
  const places = listPlaces(props)
  const found = places.filter(({ title, text: more = '' }) => words.every((word) => `${title} ${more}`.toLowerCase().includes(word)))
  return (
    <nav class="contents" aria-label="Contents">
      <TextField
        label={<span class="hidden">Search the reference</span>}
        class="wide"
        type="search"
        value={text.value}
        placeholder="Search"
        onInput={(typed) => (text.value = typed)}
      />
      {text.value === '' ? <Tree places={places} /> : found.map(renderLink)}
      {found.length === 0 && <p class="dim">Nothing here has these words.</p>}
    </nav>
  )
}

function Tree({ places }: { places: readonly Place[] }) {
  const { '': always = [], ...folded } = Object.groupBy(
    places.filter(({ isHidden }) => !isHidden),
    ({ under }) => under ?? '',
  )
  return (
    <>
      {always.map(renderLink)}
      {Object.entries(folded).map(([under, own = []]) => (
        <Folded key={under} title={under}>
          {own.map(renderLink)}
        </Folded>
      ))}
      <a href="/docs/guides">Guides</a>
    </>
  )
}

const renderLink = ({ anchor, title, method }: Place) => (
  <a key={anchor} href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

const listPlaces = ({ subject: { operations, assumptions, document }, control }: ContentsProps): Place[] => [
  { anchor: 'start', title: 'Start' },
  ...operations.map(({ id, method, path, node }) => ({
    ...{ anchor: id, title: path, method, text: `${id} ${node.summary} ${node.description}` },
  })),
  ...Object.entries(CHAPTERS).map(([anchor, title]) => ({ anchor, title })),
  ...Object.entries((document['x-codes'] ?? {}) as Record<string, Node>).map(([name, { meaning }]) => hide('code', name, String(meaning))),
  ...Array.from(assumptions.values(), ({ id, choices, why }) => hide('assumption', id, [...Object.values(choices), why].join(' '))),
  ...catalogue.value.map(({ name, summary }) => hide('scenario', name, summary)),
  ...(control?.operations ?? []).map(({ id, method, path, node }) => ({
    ...{ anchor: `control-${id}`, title: String(node.summary ?? id), under: String([node.tags].flat()[0]) },
    text: `${id} ${method} ${path} ${node.description}`,
  })),
]

const hide = (kind: string, name: string, text: string): Place => ({
  ...{ anchor: `${kind}-${name}`, title: `${kind} ${name}`, text, isHidden: true },
})

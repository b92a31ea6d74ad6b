// The contents of the reference beside its text, with a search in the titles and sentences of all parts.

import { useSignal } from '@preact/signals'
import type { Contract } from '../contract.ts'
import { TextField } from '../parts/choices.tsx'
import { Folded } from '../parts/folded.tsx'
import { catalogue } from '../state.ts'
import type { Subject } from './subject.ts'

/** A place in the reference. */
interface Place {
  readonly anchor: string
  readonly title: string
  /** The search looks here too. */
  readonly text?: string
  readonly method?: string
  /** The place is shown under this title, or only by the search when the title is empty. Without it, it is always shown. */
  readonly under?: string
}

interface ContentsProps {
  readonly contract: Contract
  readonly control: Contract | undefined
  readonly subject: Subject
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
      {text.value === '' ? <Tree places={places} /> : found.map((place) => <Link key={place.anchor} place={place} />)}
      {found.length === 0 && <p class="dim">Nothing here has these words.</p>}
    </nav>
  )
}

const Tree = ({ places }: { places: readonly Place[] }) => (
  <>
    {places.map((place) => place.under === undefined && <Link key={place.anchor} place={place} />)}
    {[...Map.groupBy(places, ({ under }) => under)].map(
      ([under, own]) =>
        under && (
          <Folded key={under} title={under}>
            {own.map((place) => (
              <Link key={place.anchor} place={place} />
            ))}
          </Folded>
        ),
    )}
    <a href="/docs/guides">Guides</a>
  </>
)

const Link = ({ place: { anchor, title, method } }: { place: Place }) => (
  <a href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

const listPlaces = ({ contract, control, subject: { assumptions, document } }: ContentsProps): Place[] => [
  { anchor: 'start', title: 'Start' },
  ...contract.operations.map(({ id, method, path, node }) => ({
    ...{ anchor: id, title: path, method, text: `${id} ${node.summary} ${node.description}` },
  })),
  ...Object.entries(CHAPTERS).map(([anchor, title]) => ({ anchor, title })),
  ...Object.entries((document['x-codes'] ?? {}) as Record<string, { meaning: string }>).map(([code, { meaning }]) => ({
    ...{ anchor: `code-${code}`, title: `code ${code}`, text: meaning, under: '' },
  })),
  ...Array.from(assumptions.values(), ({ id, choices, why }) => ({
    ...{ anchor: `assumption-${id}`, title: `assumption ${id}`, text: [...Object.values(choices), why].join(' '), under: '' },
  })),
  ...catalogue.value.map(({ name, summary }) => ({ anchor: `scenario-${name}`, title: `scenario ${name}`, text: summary, under: '' })),
  ...(control?.operations ?? []).map(({ id, method, path, node }) => ({
    ...{ anchor: `control-${id}`, title: String(node.summary ?? id), under: String([node.tags].flat()[0]) },
    text: `${id} ${method} ${path} ${node.description}`,
  })),
]

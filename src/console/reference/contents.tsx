// The contents of the reference beside its text, with a search in all parts that have an anchor.

import { useSignal } from '@preact/signals'
import type { Operation } from '../contract.ts'
import { TextField } from '../parts/controls.tsx'
import { Folded } from '../parts/show.tsx'

/** A place in the reference: its anchor and its title, and the method of an operation. */
type Place = readonly [anchor: string, title: string, method?: string]

const CHAPTERS: readonly Place[] = [
  ['limits', 'Plans and limits'],
  ['codes', 'Error codes'],
  ['schemas', 'Schemas'],
  ['assumptions', 'Assumptions'],
  ['scenarios', 'Scenarios'],
  ['control', 'Control API'],
]

export function Contents({ operations, calls }: { operations: readonly Operation[]; calls: readonly Operation[] }) {
  const typed = useSignal('')
  const found = typed.value === '' ? undefined : findPlaces(typed.value)
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
      {found?.map(renderLink)}
      {found?.length === 0 && <p class="dim">Nothing here has these words.</p>}
      {found === undefined && (
        <>
          {[['start', 'Start'] as const, ...operations.map(({ id, path, method }) => [id, path, method] as const), ...CHAPTERS].map(
            renderLink,
          )}
          {[...Map.groupBy(calls, ({ node }) => String([node.tags].flat()[0]))].map(([tag, own]) => (
            <Folded key={tag} title={tag}>
              {own.map(({ id, node }) => renderLink([`control-${id}`, String(node.summary ?? id)]))}
            </Folded>
          ))}
          <a href="/docs/guides">Guides</a>
        </>
      )}
    </nav>
  )
}

/** The parts of the page that have all these words. The title of a part is its heading, or the first cell of a row. */
function findPlaces(text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/)
  const parts = [...document.querySelectorAll<HTMLElement>('.reference-page section[id], .reference-page tr[id]')]
  return parts
    .filter(({ textContent }) => words.every((word) => textContent.toLowerCase().includes(word)))
    .map((part) => [part.id, part.querySelector('.title, td')?.textContent ?? part.id])
}

const renderLink = ([anchor, title, method]: Place) => (
  <a key={anchor} href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

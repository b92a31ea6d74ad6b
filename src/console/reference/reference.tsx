// The reference: the contract, the assumptions, the scenarios and the control API, rendered from their documents. Every part has an
// anchor, so that replies, findings and the console can link to it.

import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Contract, Node, Operation } from '../contract.ts'
import { TextField } from '../parts/controls.tsx'
import { Folded, Prose } from '../parts/show.tsx'
import { StartFacts } from '../requests/requests.tsx'
import { catalogue, contract, controlApi, route } from '../state.ts'
import { OperationSection } from './operation-section.tsx'
import { Schemas } from './schema.tsx'
import { Assumed, AssumptionList, CodeTable, PlanTable, ScenarioTable } from './tables.tsx'

const CHAPTERS: readonly (readonly [anchor: string, title: string, Content: ComponentType<{ subject: Contract }>])[] = [
  ['operations', 'Operations', Operations],
  ['limits', 'Plans and limits', PlanTable],
  ['codes', 'Error codes', CodeTable],
  ['schemas', 'Schemas', Schemas],
  ['assumptions', 'Assumptions', AssumptionList],
  ['scenarios', 'Scenarios', ScenarioTable],
  ['control', 'Control API', ControlApi],
]

export function Reference() {
  const [subject, control] = [contract.value, controlApi.value]
  useAnchor([subject, control, catalogue.value])
  if (subject === undefined) return null
  const info = infoOf(subject)
  return (
    <div class="reference-page">
      <Contents operations={subject.operations} calls={control?.operations ?? []} />
      <div class="page">
        <h1>
          {String(info.title)} {String(info.version)}
        </h1>
        <Prose text={info.description} />
        <p class="dim">
          For code generators: <a href="/openapi.yaml">/openapi.yaml</a> and <a href="/openapi.json">/openapi.json</a>. These files have no
          assumptions. <a href="/openapi.yaml?assumptions=include">This file</a> has them. <span class="mark">Purple</span> marks an
          assumption: a point that the service&apos;s document leaves open.
        </p>
        <section class="card start">
          <h2 id="start">Start</h2>
          <StartFacts />
          <p>
            The header <code>Sandbox-Cause</code> of every reply says which part of the sandbox answered. <a href="/">The console</a> lists
            all requests, with the reasons for their replies.
          </p>
        </section>
        {CHAPTERS.map(([anchor, title, Content]) => (
          <>
            <h2 id={anchor}>{title}</h2>
            <Content subject={subject} />
          </>
        ))}
      </div>
    </div>
  )
}

const infoOf = ({ document }: Contract) => (document.info ?? {}) as Node

/** Scrolls to the place that the address names, as soon as it is rendered. */
function useAnchor(parts: readonly unknown[]): void {
  const { place } = route.value
  useEffect(() => {
    const target = place === '' ? null : document.getElementById(place)
    if (target === null) return
    for (let box = target.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
    for (const old of document.querySelectorAll('.hit')) old.classList.remove('hit')
    target.classList.add('hit')
    target.scrollIntoView()
  }, [place, ...parts])
}

function Operations({ subject }: { subject: Contract }) {
  return (
    <>
      <Assumed subject={subject} node={infoOf(subject)} />
      {subject.operations.map((operation) => (
        <OperationSection key={operation.id} subject={subject} operation={operation} />
      ))}
    </>
  )
}

function ControlApi() {
  const control = controlApi.value
  if (control === undefined) return <p class="dim">The document of the control API is at /_sandbox/openapi.yaml.</p>
  return (
    <>
      <Prose text={infoOf(control).description} />
      <Operations subject={control} />
      <Schemas subject={control} />
    </>
  )
}

/** A heading of the reference: its anchor and its title, and the method of an operation. */
type Heading = readonly [anchor: string, title: string, method?: string]

/** The contents beside the text, with a search in all parts that have an anchor. */
function Contents({ operations, calls }: { operations: readonly Operation[]; calls: readonly Operation[] }) {
  const typed = useSignal('')
  const found = typed.value === '' ? undefined : findHeadings(typed.value)
  return (
    <nav class="contents" aria-label="Contents">
      <TextField
        label={<span class="hidden">Search the reference</span>}
        type="search"
        value={typed.value}
        placeholder="Search"
        onInput={(text) => (typed.value = text)}
      />
      {found?.map(renderLink)}
      {found?.length === 0 && <p class="dim">Nothing here has these words.</p>}
      {found === undefined && (
        <>
          {renderLink(['start', 'Start'])}
          {operations.map(({ id, path, method }) => renderLink([id, path, method]))}
          {CHAPTERS.slice(1).map(([anchor, title]) => renderLink([anchor, title]))}
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
function findHeadings(text: string): Heading[] {
  const words = text.toLowerCase().split(/\s+/)
  const parts = [...document.querySelectorAll<HTMLElement>('.reference-page section[id], .reference-page tr[id]')]
  return parts
    .filter(({ textContent }) => words.every((word) => textContent.toLowerCase().includes(word)))
    .map((part) => [part.id, part.querySelector('.title, td')?.textContent ?? part.id])
}

const renderLink = ([anchor, title, method]: Heading) => (
  <a key={anchor} href={`/docs#${anchor}`} class={method ? 'mono' : ''}>
    {method && <span class={`verb ${method.toLowerCase()}`}>{method}</span>} {title}
  </a>
)

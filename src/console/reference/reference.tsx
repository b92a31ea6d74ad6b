// The reference: the contract, the assumptions, the scenarios and the control API, rendered from their documents. Every part has an
// anchor, so that replies, findings and the console can link to it.

import { useEffect, useMemo } from 'preact/hooks'
import type { Node } from '../contract.ts'
import { Prose } from '../parts/show.tsx'
import { StartFacts } from '../requests/first-visit.tsx'
import { catalogue, contract, controlApi, route } from '../state.ts'
import { Assumed, createSubject, type Subject } from './assumed.tsx'
import { Contents } from './contents.tsx'
import { OperationSection } from './operation-section.tsx'
import { SchemaTable } from './schema.tsx'
import { AssumptionList, CodeTable, PlanTable, ScenarioTable } from './tables.tsx'

export function Reference() {
  const subject = useMemo(() => contract.value && createSubject(contract.value), [contract.value])
  const control = useMemo(() => controlApi.value && createSubject(controlApi.value, 'control-'), [controlApi.value])
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
        <Start />
        <h2 id="operations">Operations</h2>
        <Assumed subject={subject} node={info} />
        <Operations subject={subject} />
        <h2 id="limits">Plans and limits</h2>
        <PlanTable subject={subject} />
        <h2 id="codes">Error codes</h2>
        <CodeTable subject={subject} />
        <h2 id="schemas">Schemas</h2>
        <Schemas subject={subject} />
        <h2 id="assumptions">Assumptions</h2>
        <AssumptionList subject={subject} />
        <h2 id="scenarios">Scenarios</h2>
        <ScenarioTable />
        <h2 id="control">Control API</h2>
        {control ? (
          <>
            <Prose text={infoOf(control).description} />
            <Operations subject={control} />
            <Schemas subject={control} />
          </>
        ) : (
          <p class="dim">The document of the control API is at /_sandbox/openapi.yaml.</p>
        )}
      </div>
    </div>
  )
}

const infoOf = ({ document }: Subject) => (document.info ?? {}) as Node

const Operations = ({ subject }: { subject: Subject }) =>
  subject.operations.map((operation) => <OperationSection key={operation.id} subject={subject} operation={operation} />)

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

const Start = () => (
  <section class="card start">
    <h2 id="start">Start</h2>
    <StartFacts />
    <p>
      The header <code>Sandbox-Cause</code> of every reply says which part of the sandbox answered. <a href="/">The console</a> lists all
      requests, with the reasons for their replies.
    </p>
  </section>
)

const Schemas = ({ subject }: { subject: Subject }) =>
  Object.entries(((subject.document.components ?? {}) as Node).schemas ?? {}).map(([name, schema]) => (
    <section key={name} id={`${subject.prefix}schema-${name}`} class="operation">
      <h3 class="title">{name}</h3>
      <SchemaTable subject={subject} schema={schema} />
    </section>
  ))

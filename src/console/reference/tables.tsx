// The tables of the reference: plans, codes, assumptions, scenarios.

import { listOf, type Node } from '../contract.ts'
import { Inline, Table } from '../parts/show.tsx'
import { catalogue } from '../state.ts'
import { Assumed, Choices, type Subject } from './assumed.tsx'

const code = (text: string) => <code>{text}</code>

const entriesOf = (document: Node, name: string) => Object.entries((document[name] ?? {}) as Record<string, Node>)

export function PlanTable({ subject }: { subject: Subject }) {
  const { document } = subject
  const limits = (document['x-rate-limits'] ?? {}) as Node
  return (
    <>
      <Table
        heads={['plan', 'key', 'requests a minute', 'requests a day']}
        rows={entriesOf(document, 'x-plans').map(([name, plan]) => [
          {},
          [name, <Assumed subject={subject} node={plan} />],
          code(`sandbox_${name}`),
          Number(plan.minute).toLocaleString('en'),
          Number(plan.day).toLocaleString('en'),
        ])}
      />
      <p>Every reply has these headers:</p>
      <Table
        heads={['header', 'meaning']}
        rows={listOf(limits.headers).map(({ name, meaning }) => [{}, code(String(name)), <Inline text={meaning} />])}
      />
      <Assumed subject={subject} node={limits} />
      <Assumed subject={subject} node={limits.ban} />
      <Assumed subject={subject} node={document['x-request-size']} />
    </>
  )
}

export const CodeTable = ({ subject: { document } }: { subject: Subject }) => (
  <Table
    heads={['code', 'status', 'meaning']}
    rows={entriesOf(document, 'x-codes').map(([name, { status, meaning }]) => [
      { id: `code-${name}` },
      ...[code(name), status === 0 ? 'any' : String(status), <Inline text={meaning} />],
    ])}
  />
)

export const AssumptionList = ({ subject: { assumptions } }: { subject: Subject }) => (
  <Table
    heads={['assumption', 'what the service may do']}
    rows={Array.from(assumptions.values(), (one) => [{ id: `assumption-${one.id}` }, code(one.id), <Choices of={one} />])}
  />
)

export const ScenarioTable = () => (
  <Table
    heads={['scenario', 'group', 'what the client sees', 'parameters']}
    rows={catalogue.value.map(({ name, group, summary, parameters }) => [
      { id: `scenario-${name}` },
      ...[code(name), group, <Inline text={summary} />],
      Object.entries(parameters).map(([parameter, rule]) => (
        <div key={parameter}>
          {code(`${parameter}=${rule.default}`)} <span class="dim">{rule.description}</span>
        </div>
      )),
    ])}
  />
)

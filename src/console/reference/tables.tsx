// The tables of the reference: plans, codes, assumptions, scenarios. Also the assumptions at their places in the document: folded.

import type { Assumption } from '../../../spec/control.ts'
import { marksOf } from '../../contract/assumptions.ts'
import { type Contract, listOf, type Node, resolve } from '../contract.ts'
import { Folded, Inline, Table } from '../parts/show.tsx'
import { catalogue } from '../state.ts'

const code = (text: string) => <code>{text}</code>

const entriesOf = (document: Node, name: string) => Object.entries((document[name] ?? {}) as Record<string, Node>)

export function PlanTable({ subject }: { subject: Contract }) {
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

export const CodeTable = ({ subject: { document } }: { subject: Contract }) => (
  <Table
    heads={['code', 'status', 'meaning']}
    rows={entriesOf(document, 'x-codes').map(([name, { status, meaning }]) => [
      { id: `code-${name}` },
      ...[code(name), status === 0 ? 'any' : String(status), <Inline text={meaning} />],
    ])}
  />
)

export const AssumptionList = ({ subject: { assumptions } }: { subject: Contract }) => (
  <Table
    heads={['assumption', 'what the service may do']}
    rows={assumptions.map((one) => [{ id: `assumption-${one.id}` }, code(one.id), <Choices of={one} />])}
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

/** The marks at a node, and at the node that it refers to. */
const marksAt = (document: Node, node: unknown) => [...marksOf(node), ...marksOf(resolve(document, node))]

/** True when the whole node is an assumption. */
export const isAssumed = ({ document }: Contract, node: unknown) => marksAt(document, node).some(({ adds }) => adds === undefined)

export function Assumed({ subject: { document, assumptions }, node }: { subject: Contract; node: unknown }) {
  const marks = marksAt(document, node)
  const here = assumptions.filter(({ id }) => marks.some((mark) => mark.id === id))
  return here.map((assumption) => (
    <Folded key={assumption.id} class="assumed" title={['assumed ', <code>{assumption.id}</code>]}>
      <Choices of={assumption} />
    </Folded>
  ))
}

/** Everything that the service may do at this point, and why the sandbox had to choose. */
const Choices = ({ of: { choices, choice, why } }: { of: Assumption }) => (
  <>
    {Object.entries(choices).map(([name, text]) => (
      <p key={name}>
        <code>{name}</code> {name === choice && <strong>in force</strong>} <Inline text={text} />
      </p>
    ))}
    <p class="dim">
      <Inline text={why} />
    </p>
  </>
)

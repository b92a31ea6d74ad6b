// The tables of the reference: plans, codes, assumptions, scenarios.

import { listOf, type Node } from '../contract.ts'
import { Inline, Table } from '../parts/show.tsx'
import { catalogue } from '../state.ts'
import { Assumed, Choices, type Subject } from './assumed.tsx'

const code = (text: string) => <code>{text}</code>

export function PlanTable({ subject }: { subject: Subject }) {
  const { document } = subject
  const limits = (document['x-rate-limits'] ?? {}) as Node
  return (
    <>
      <Table
        heads={['plan', 'key', 'requests a minute', 'requests a day']}
        rows={Object.entries((document['x-plans'] ?? {}) as Record<string, Node>).map(([name, plan]) => ({
          cells: [
            [name, <Assumed key="assumed" subject={subject} node={plan} />],
            code(`sandbox_${name}`),
            Number(plan.minute).toLocaleString('en'),
            Number(plan.day).toLocaleString('en'),
          ],
        }))}
      />
      <p>Every reply has these headers:</p>
      <Table
        heads={['header', 'meaning']}
        rows={listOf(limits.headers).map(({ name, meaning }) => ({
          cells: [code(String(name)), <Inline key="meaning" text={meaning} />],
        }))}
      />
      <Assumed subject={subject} node={limits} />
      <Assumed subject={subject} node={limits.ban} />
      <Assumed subject={subject} node={document['x-request-size']} />
    </>
  )
}

export const CodeTable = ({ document }: { document: Node }) => (
  <Table
    heads={['code', 'status', 'meaning']}
    rows={Object.entries((document['x-codes'] ?? {}) as Record<string, Node>).map(([name, { status, meaning }]) => ({
      id: `code-${name}`,
      cells: [code(name), status === 0 ? 'any' : String(status), <Inline key="meaning" text={meaning} />],
    }))}
  />
)

export const AssumptionList = ({ subject: { assumptions } }: { subject: Subject }) => (
  <Table
    heads={['assumption', 'what the service may do']}
    rows={[...assumptions.values()].map((assumption) => ({
      id: `assumption-${assumption.id}`,
      cells: [code(assumption.id), <Choices key="choices" of={assumption} />],
    }))}
  />
)

export const ScenarioTable = () => (
  <Table
    heads={['scenario', 'group', 'what the client sees', 'parameters']}
    rows={catalogue.value.map(({ name, group, summary, parameters }) => ({
      id: `scenario-${name}`,
      cells: [
        code(name),
        group,
        <Inline key="summary" text={summary} />,
        Object.entries(parameters).map(([parameter, rule]) => (
          <div key={parameter}>
            {code(`${parameter}=${rule.default}`)} <span class="dim">{rule.description}</span>
          </div>
        )),
      ],
    }))}
  />
)

// The tables of the reference: plans, codes, assumptions, scenarios.

import type { Node } from '../contract.ts'
import { isNode, listOf } from '../contract.ts'
import { Inline } from '../parts/prose.tsx'
import { catalogue } from '../state.ts'
import { Assumed, type Assumption, Choices } from './assumed.tsx'
import type { Subject } from './schema.tsx'

export function PlanTable({ subject: { document, assumptions } }: { subject: Subject }) {
  const plans = (document['x-plans'] ?? {}) as Record<string, Node>
  const limits = (document['x-rate-limits'] ?? {}) as Node
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>plan</th>
            <th>key</th>
            <th>requests a minute</th>
            <th>requests a day</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(plans).map(([name, plan]) => (
            <tr key={name}>
              <td>
                {name}
                <Assumed document={document} node={plan} all={assumptions} />
              </td>
              <td>
                <code>sandbox_{name}</code>
              </td>
              <td>{Number(plan.minute).toLocaleString('en')}</td>
              <td>{Number(plan.day).toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Every reply has these headers:</p>
      <table>
        <tbody>
          {listOf(limits.headers).map(({ name, meaning }) => (
            <tr key={String(name)}>
              <td>
                <code>{String(name)}</code>
              </td>
              <td>
                <Inline text={meaning} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Assumed document={document} node={limits} all={assumptions} />
      <Assumed document={document} node={limits.ban} all={assumptions} />
      <Assumed document={document} node={document['x-request-size']} all={assumptions} />
    </>
  )
}

export const CodeTable = ({ document }: { document: Node }) => (
  <table>
    <thead>
      <tr>
        <th>code</th>
        <th>status</th>
        <th>meaning</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(isNode(document['x-codes']) ? document['x-codes'] : {}).map(([code, node]) => {
        const { status, meaning } = node as { status: number; meaning: string }
        return (
          <tr key={code} id={`code-${code}`}>
            <td>
              <code>{code}</code>
            </td>
            <td>{status === 0 ? 'any' : status}</td>
            <td>
              <Inline text={meaning} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

export const AssumptionList = ({ all }: { all: ReadonlyMap<string, Assumption> }) => (
  <dl class="assumptions">
    {[...all.values()].map((assumption) => (
      <div key={assumption.id} id={`assumption-${assumption.id}`}>
        <dt>
          <code>{assumption.id}</code>
        </dt>
        <dd>
          <Choices of={assumption} />
          <p class="dim">
            <Inline text={assumption.why} />
          </p>
        </dd>
      </div>
    ))}
  </dl>
)

export const ScenarioTable = () => (
  <table>
    <thead>
      <tr>
        <th>scenario</th>
        <th>what the client sees</th>
        <th>parameters</th>
      </tr>
    </thead>
    <tbody>
      {catalogue.value.map(({ name, summary, parameters }) => (
        <tr key={name} id={`scenario-${name}`}>
          <td>
            <code>{name}</code>
          </td>
          <td>
            <Inline text={summary} />
          </td>
          <td>
            {Object.entries(parameters).map(([parameter, rule]) => (
              <div key={parameter}>
                <code>
                  {parameter}={String(rule.default)}
                </code>{' '}
                <span class="dim">{rule.description}</span>
              </div>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

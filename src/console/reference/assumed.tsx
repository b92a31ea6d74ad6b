// Shows the assumptions at their places in the contract, folded.

import { walk } from '../../contract/document.ts'
import type { Node } from '../contract.ts'
import { isNode, listOf, resolve } from '../contract.ts'
import { Inline } from '../parts/prose.tsx'
import type { Subject } from './schema.tsx'

export interface Assumption {
  readonly id: string
  readonly default: string
  /** The choice of this sandbox, when it is not the default. */
  readonly choice?: string
  /** A sentence for each choice. */
  readonly choices: Readonly<Record<string, string>>
  readonly why: string
}

/** Every assumption of a document once, in the order of the document. */
export function listAssumptions(document: Node): Map<string, Assumption> {
  const found = new Map<string, Assumption>()
  walk(document, '', (node) => {
    for (const mark of marksOf(node)) if (isNode(mark.choices)) found.set(String(mark.id), mark as unknown as Assumption)
  })
  return found
}

function marksOf(node: unknown): readonly Node[] {
  const mark = isNode(node) ? node['x-assumption'] : undefined
  return isNode(mark) ? [mark] : listOf(mark)
}

/** The ids of the assumptions at a node, and at the node that it refers to. */
const idsAt = (document: Node, node: unknown): string[] => [
  ...new Set([...marksOf(node), ...marksOf(resolve(document, node))].map(({ id }) => String(id))),
]

/** True when the whole node is an assumption. */
export const isAssumed = (document: Node, node: unknown) =>
  [...marksOf(node), ...marksOf(resolve(document, node))].some(({ adds }) => adds === undefined)

/** Everything that the service may do at this point. */
export const Choices = ({ of }: { of: Assumption | undefined }) =>
  Object.entries(of?.choices ?? {}).map(([name, text]) => (
    <p key={name}>
      <code>{name}</code> {name === (of?.choice ?? of?.default) && <strong>in force</strong>} <Inline text={text} />
    </p>
  ))

export function Assumed({ subject: { document, assumptions: all }, node }: { subject: Subject; node: unknown }) {
  return (
    <>
      {idsAt(document, node).map((id) => (
        <details class="assumed" key={id}>
          <summary>
            assumed <code>{id}</code>
          </summary>
          <Choices of={all.get(id)} />
          <p class="dim">
            <Inline text={all.get(id)?.why} />
          </p>
        </details>
      ))}
    </>
  )
}

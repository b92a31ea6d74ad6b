// The document that a part of the reference shows, with its assumptions.

import { walk } from '../../contract/document.ts'
import { isNode, listOf, type Node, resolve } from '../contract.ts'

export interface Subject {
  readonly document: Node
  /** The anchors of the part begin with it. Empty for the contract. */
  readonly prefix: string
  readonly assumptions: ReadonlyMap<string, Assumption>
}

export interface Assumption {
  readonly id: string
  readonly default: string
  /** The choice of this sandbox, when it is not the default. */
  readonly choice?: string
  /** A sentence for each choice. */
  readonly choices: Readonly<Record<string, string>>
  readonly why: string
}

/** Has every assumption of a document once, in the order of the document. */
export function createSubject(document: Node, prefix = ''): Subject {
  const assumptions = new Map<string, Assumption>()
  walk(document, '', (node) => {
    for (const mark of marksOf(node)) if (isNode(mark.choices)) assumptions.set(String(mark.id), mark as unknown as Assumption)
  })
  return { document, prefix, assumptions }
}

function marksOf(node: unknown): readonly Node[] {
  const mark = isNode(node) ? node['x-assumption'] : undefined
  return isNode(mark) ? [mark] : listOf(mark)
}

/** The marks at a node, and at the node that it refers to. */
const marksAt = (document: Node, node: unknown) => [...marksOf(node), ...marksOf(resolve(document, node))]

/** The assumptions at a node. */
export const assumptionsAt = ({ document, assumptions }: Subject, node: unknown): Assumption[] =>
  [...new Set(marksAt(document, node).map(({ id }) => String(id)))].flatMap((id) => assumptions.get(id) ?? [])

/** True when the whole node is an assumption. */
export const isAssumed = ({ document }: Subject, node: unknown) => marksAt(document, node).some(({ adds }) => adds === undefined)

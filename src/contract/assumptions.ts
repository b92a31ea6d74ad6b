// Assumptions: parts of the contract that the service's own document does not have. People can list assumptions, and
// replies name them. The document for code generators leaves them out.

import { findNode, isNode, type Node, walk } from './document.ts'

/** A point that the document of the service leaves open. */
export interface Assumption {
  /** The name of the assumption, which is used in `Sandbox-Assumed`. */
  readonly id: string
  /** The name of the choice in force. */
  readonly choice: string
  /** The name of the choice that the sandbox makes if nobody chooses. */
  readonly default: string
  /** Everything that the service may do: a sentence for each choice. */
  readonly choices: Readonly<Record<string, string>>
  /** What the service's document does not state, and the reason for the default. */
  readonly why: string
}

interface Mark {
  readonly id: string
  readonly default?: string
  readonly choices?: Readonly<Record<string, string>>
  readonly why?: string
  /** The keys of the node that are assumed. Absent when the whole node is assumed. */
  readonly adds?: readonly string[]
}

/** Every assumption once, in the order of the file. */
export function listAssumptions(document: Node): Assumption[] {
  const found: Assumption[] = []
  walk(document, '#', (node) => {
    for (const { id, default: choice, choices, why } of marksOf(node))
      if (choice !== undefined && choices !== undefined && why !== undefined) found.push({ id, choice, default: choice, choices, why })
  })
  return found
}

/** The ids of the assumptions about the whole node, and about these keys of the node. */
export const assumptionsOf = (node: Node, ...keys: string[]): string[] =>
  marksOf(node)
    .filter(({ adds }) => adds === undefined || keys.some((key) => adds.includes(key)))
    .map(({ id }) => id)

/** The document without assumed nodes, without assumed keys, and without references to assumed nodes. */
export const withoutAssumptions = (document: Node): Node => strip(document, document) as Node

function strip(value: unknown, document: Node): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isAssumed(item, document)).map((item) => strip(item, document))
  if (!isNode(value)) return value
  const assumed = new Set(['x-assumption', ...marksOf(value).flatMap(({ adds }) => adds ?? [])])
  const kept = Object.entries(value).filter(([name, item]) => !assumed.has(name) && !isAssumed(item, document))
  return Object.fromEntries(kept.map(([name, item]) => [name, strip(item, document)]))
}

function isAssumed(value: unknown, document: Node): boolean {
  if (!isNode(value)) return false
  const marks = marksOf(value)
  if (marks.some(({ adds }) => adds === undefined)) return true
  // When only the reference of a schema is assumed, the schema stays and allows any value.
  if (typeof value.$ref !== 'string' || marks.some(({ adds }) => adds?.includes('$ref'))) return false
  return isAssumed(findNode(document, value.$ref), document)
}

function marksOf(node: Node): Mark[] {
  const mark = node['x-assumption']
  if (mark === undefined) return []
  return (Array.isArray(mark) ? mark : [mark]) as Mark[]
}

// What the contract's own file assumes beyond the service's document: listed for people, named on replies, and
// left out of what code generators read.

import { findNode, isNode, type Node, walk } from './document.ts'

/** A point that the document of the service leaves open. */
export interface Assumption {
  /** The name of the assumption, as `Sandbox-Assumed` has it. */
  readonly id: string
  /** What the sandbox does. */
  readonly choice: string
  /** What is not stated, and why this choice. */
  readonly why: string
}

interface Mark {
  readonly id: string
  readonly choice?: string
  readonly why?: string
  /** The keys of the node that are assumed; absent: the node as a whole. */
  readonly adds?: readonly string[]
}

/** Every assumption once, in the order of the file. */
export function listAssumptions(document: Node): Assumption[] {
  const found: Assumption[] = []
  walk(document, '#', (node) => {
    for (const { id, choice, why } of marksOf(node)) if (choice !== undefined && why !== undefined) found.push({ id, choice, why })
  })
  return found
}

/** The ids of the assumptions that a node as a whole, or these keys of it, rest on. */
export const assumptionsOf = (node: Node, ...keys: string[]): string[] =>
  marksOf(node)
    .filter(({ adds }) => adds === undefined || keys.some((key) => adds.includes(key)))
    .map(({ id }) => id)

/** The document without assumed nodes, without assumed keys, and without what refers to them. */
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
  // A schema of which only the reference is assumed stays, and allows any value.
  if (typeof value.$ref !== 'string' || marks.some(({ adds }) => adds?.includes('$ref'))) return false
  return isAssumed(findNode(document, value.$ref), document)
}

function marksOf(node: Node): Mark[] {
  const mark = node['x-assumption']
  if (mark === undefined) return []
  return (Array.isArray(mark) ? mark : [mark]) as Mark[]
}

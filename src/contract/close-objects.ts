// A copy of the document in which objects have the properties that their schemas list, and no others. What makes values
// up from a schema that is open invents properties of its own.

import { isNode, type Node, resolve, walk } from './document.ts'

/** Keywords whose schemas describe the same value as the schema around them: to close one would forbid what the others list. */
const SHARING = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

export function closeObjects(document: Node): Node {
  const copy = structuredClone(document)
  const shared = findShared(copy)
  walk(copy, '#', (node) => {
    if (isOpenObject(node) && !shared.has(node)) Object.assign(node, { additionalProperties: false })
  })
  return copy
}

/** Schemas that are a part of another one, references followed. */
function findShared(document: Node): Set<unknown> {
  const shared = new Set<unknown>()
  walk(document, '#', (node) => {
    for (const part of SHARING.flatMap((keyword) => node[keyword] ?? [])) shared.add(resolve(document, part))
  })
  return shared
}

/** Whether it lists properties and says nothing of others. What it requires must be among them. */
function isOpenObject({ type, properties, required = [], additionalProperties, unevaluatedProperties, minProperties }: Node): boolean {
  const isSilent = additionalProperties === undefined && unevaluatedProperties === undefined && minProperties === undefined
  return type === 'object' && isNode(properties) && isSilent && (required as string[]).every((name) => name in properties)
}

// A copy of the document in which objects have only the properties that their schemas list. A generator of values would add
// invented properties to an open schema.

import { isNode, type Node, resolve, walk } from './document.ts'

/**
 * The schemas in these keywords describe the same value as the schema around them. Closing one of them would forbid the
 * properties of the others.
 */
const SHARING = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']

export function closeObjects(document: Node): Node {
  const copy = structuredClone(document)
  const shared = findShared(copy)
  walk(copy, '#', (node) => {
    if (isOpenObject(node) && !shared.has(node)) Object.assign(node, { additionalProperties: false })
  })
  return copy
}

/** Schemas that are a part of another schema. References are followed. */
function findShared(document: Node): Set<unknown> {
  const shared = new Set<unknown>()
  walk(document, '#', (node) => {
    for (const part of SHARING.flatMap((keyword) => node[keyword] ?? [])) shared.add(resolve(document, part))
  })
  return shared
}

/** Whether the schema lists properties and says nothing about further ones. A schema that requires an unlisted property is not closed. */
function isOpenObject({ type, properties, required = [], additionalProperties, unevaluatedProperties, minProperties }: Node): boolean {
  const isSilent = additionalProperties === undefined && unevaluatedProperties === undefined && minProperties === undefined
  return type === 'object' && isNode(properties) && isSilent && (required as string[]).every((name) => name in properties)
}

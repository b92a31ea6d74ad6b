// Puts names that only this sandbox knows into a document, for example the names of its plans. `x-known: plans` in a schema
// stands for them. So the document that is checked and published says exactly which names are right.

import { isNode, type Node } from './document.ts'

/** The names by the word that `x-known` uses for them. */
export type KnownNames = Readonly<Record<string, readonly string[]>>

export function withKnownNames(value: unknown, known: KnownNames): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownNames(item, known))
  if (!isNode(value)) return value
  const { 'x-known': word, ...node } = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withKnownNames(item, known)]))
  return typeof word === 'string' ? nameThem(node, known[word] ?? []) : node
}

/** The names are the properties of an object, a part of a pattern, or the allowed texts. */
function nameThem(schema: Node, names: readonly string[]): Node {
  const { pattern, additionalProperties } = schema
  if (additionalProperties !== undefined)
    return { ...schema, properties: Object.fromEntries(names.map((name) => [name, additionalProperties])), additionalProperties: false }
  if (names.length === 0) return { ...schema, not: {} }
  if (typeof pattern !== 'string') return { ...schema, enum: names }
  return {
    ...schema,
    pattern: pattern.replace('{known}', names.join('|')),
    'x-must': String(schema['x-must']).replace('{known}', names.join(', ')),
  }
}

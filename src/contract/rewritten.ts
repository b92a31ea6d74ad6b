// Copies of a document for its readers: with names that only this sandbox knows, and with schemas for simple code generators.

import { type Node, rewrite } from './document.ts'

/** The names by the word that `x-known` uses for them. */
export type KnownNames = Readonly<Record<string, readonly string[]>>

/**
 * The document with the names of a sandbox, for example of its plans, where a schema has `x-known: plans`. So the document that is checked
 * and published says exactly which names are right.
 */
export const withKnownNames = (document: Node, known: KnownNames): Node =>
  rewrite(document, ({ 'x-known': word, ...node }) => (typeof word === 'string' ? nameThem(node, known[word] ?? []) : node)) as Node

/** The names are the properties of an object, a part of a pattern (`x-pattern`, as it is none before that), or the allowed texts. */
function nameThem({ 'x-pattern': pattern, ...schema }: Node, names: readonly string[]): Node {
  const { additionalProperties } = schema
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

/** For code generators that accept only one type per schema. `type: [string, integer]` becomes `anyOf`. */
export const withPlainTypes = (document: Node): Node =>
  rewrite(document, ({ type, ...node }) => {
    // Code generators understand null beside one type as an optional value.
    if (!Array.isArray(type) || (type.length === 2 && type.includes('null'))) return type === undefined ? node : { type, ...node }
    return { ...node, anyOf: type.map((one) => ({ type: one })) }
  }) as Node

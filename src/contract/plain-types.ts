// The document for code generators that accept only one type per schema. `type: [string, integer]` becomes `anyOf`.

import { isNode, type Node } from './document.ts'

export const withPlainTypes = (document: Node): Node => rewrite(document) as Node

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (!isNode(value)) return value
  const { type, ...rest } = value
  const node = Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, rewrite(item)]))
  if (!Array.isArray(type)) return type === undefined ? node : { type, ...node }
  // Code generators understand null beside one type as an optional value.
  const isOptional = type.length === 2 && type.includes('null')
  return isOptional ? { type, ...node } : { ...node, anyOf: type.map((one) => ({ type: one })) }
}

// Parts of an OpenAPI document that can be read alone: operations with everything that they refer to, and schemas without references.

import { findNode, isNode, listOperations, type Node, type OperationNode, resolve, walk } from './document.ts'

/** Throws an Error for an operationId that the document does not have. */
export function findOperation(document: Node, operationId: string): OperationNode {
  const all = listOperations(document)
  const found = all.find(({ node }) => node.operationId === operationId)
  if (found === undefined)
    throw new Error(`There is no operation ${operationId}: the operations are ${all.map(({ node }) => node.operationId).join(', ')}.`)
  return found
}

/** By `GET /pets` and by reference, for example `#/components/schemas/Pet`. */
export function excerpt(document: Node, operationIds: readonly string[]): Node {
  const operations = operationIds.map((id) => findOperation(document, id))
  const parts: Record<string, unknown> = Object.fromEntries(operations.map(({ method, path, node }) => [`${method} ${path}`, node]))
  const queue = Object.values(parts)
  for (const part of queue)
    walk(part, '', ({ $ref }) => {
      if (typeof $ref !== 'string' || $ref in parts) return
      parts[$ref] = findNode(document, $ref)
      queue.push(parts[$ref])
    })
  return parts
}

/** A schema nested deeper than this allows any value. */
const MAX_DEPTH = 5

/** The schema with its references replaced. It has no patterns, lengths, extensions and bans of further fields, because a reader pays for them. */
export const inline = (document: Node, schema: unknown) => inlineValue(document, schema, 0) as Node

function inlineValue(document: Node, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineValue(document, item, depth))
  if (!isNode(value)) return value
  const { $ref, ...own } = value
  const entries = Object.entries({ ...($ref !== undefined && resolve(document, value)), ...own })
  // A property may have the name `title` too.
  const read = entries.filter(([name, part]) => !UNREAD.test(name) && !(name === 'title' && typeof part === 'string'))
  return depth === MAX_DEPTH ? {} : Object.fromEntries(read.map(([name, part]) => [name, inlineValue(document, part, depth + 1)]))
}

const UNREAD = /^(pattern|minLength|maxLength|minItems|minProperties|additionalProperties|x-.*)$/

/** The first JSON example of a request's body. Undefined without an example. */
export function exampleOf(document: Node, operation: Node | undefined): unknown {
  const content = resolve(document, resolve(document, operation?.requestBody).content)
  const { examples } = resolve(document, content['application/json'])
  return isNode(examples) ? resolve(document, Object.values(examples)[0]).value : undefined
}

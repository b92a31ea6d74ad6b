// The check of reply bodies. Handlers reply with items of a world. Items are replaced and never changed, so an item that
// once passed is not checked again. Checking twenty items for every list would cost as much as the rest of the reply.

import type { Check, ValueViolation } from './describe-errors.ts'
import { isNode, type Node, resolve } from './document.ts'
import type { Schema } from './schema.ts'

/** Compiles the check of a schema. `closed` makes a schema that forbids fields which the contract does not list. */
export function compileReplyCheck(
  document: Node,
  schema: Schema,
  compile: (schema: Schema) => Check,
  closed: (document: Node, schema: Schema) => Schema,
): Check {
  const node = resolve(document, schema)
  if (node.type !== 'array' || !isNode(node.items)) return rememberFitting(compile(closed(document, schema)))
  const { items, ...list } = node
  const checkList = compile(list)
  const checkItem = rememberFitting(compile(closed(document, items as Schema)))
  return (value, name) => {
    const faults = checkList(value, name)
    if (faults.length > 0 || !Array.isArray(value)) return faults
    return value.flatMap((item, index) =>
      checkItem(item, `${name}[${index}]`).map((fault) => ({ ...fault, place: `/${index}${fault.place}` })),
    )
  }
}

const NOTHING: ValueViolation[] = []

function rememberFitting(check: Check): Check {
  const fitting = new WeakSet<object>()
  return (value, name) => {
    if (typeof value !== 'object' || value === null) return check(value, name)
    if (fitting.has(value)) return NOTHING
    const faults = check(value, name)
    if (faults.length === 0) fitting.add(value)
    return faults
  }
}

// Applies a JSON Patch (RFC 6902) to the body of a success, or to each item of a list. The door of rfc6902.

import { applyPatch, type Operation } from 'rfc6902'
import { messageOf } from '../../problem.ts'
import type { Effect } from '../effect.ts'
import { changeItems } from './change-items.ts'

/** One fault is often that of all items, and each goes into a header. */
const MAX_SAID = 3

export const patch: Effect<{ patch: readonly Operation[] }> = {
  fields: ['patch'],
  changesBody: true,
  check: (settings) => settings.patch.map(findFault).find((fault) => fault !== undefined),
  finish(settings, draft, { exchange }) {
    const faults = new Set<string>()
    const isChanged = changeItems(draft, (item) => {
      const copy = structuredClone(item)
      for (const fault of apply(copy, settings.patch)) faults.add(fault)
      return copy
    })
    for (const fault of [...faults].slice(0, MAX_SAID)) exchange.warnings.push(`the patch of the scenario does not apply: ${fault}`)
    return isChanged
  },
}

/** What does not apply to this value is left out, and said. */
function apply(target: unknown, operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => {
    try {
      return applyPatch(target, [operation]).flatMap((error) =>
        error ? [`${operation.op} ${operation.path}: ${error.message || error.name}`] : [],
      )
    } catch (error) {
      return [`${operation.op} ${operation.path}: ${messageOf(error)}`]
    }
  })
}

const NEEDS: Readonly<Record<string, string>> = { add: 'value', replace: 'value', test: 'value', move: 'from', copy: 'from' }
const UNSAFE = /\/(__proto__|constructor|prototype)(\/|$)/

function findFault(operation: Operation): string | undefined {
  const { op, path } = operation
  const from = 'from' in operation ? operation.from : ''
  const needed = NEEDS[op]
  if (needed !== undefined && !(needed in operation)) return `patch: ${op} ${path} needs ${needed}`
  if (needed === 'from' && `${path}/`.startsWith(`${from}/`)) return `patch: ${op} must not put ${JSON.stringify(from)} into itself`
  const wrong = [path, from].find((pointer) => (pointer !== '' && !pointer.startsWith('/')) || UNSAFE.test(pointer))
  return wrong === undefined ? undefined : `patch: ${JSON.stringify(wrong)} must be a JSON pointer to a field, as /status`
}

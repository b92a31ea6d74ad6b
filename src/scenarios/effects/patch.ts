// Applies a JSON Patch to the body of a successful reply, or to each item of a list.

import { messageOf } from '../../errors/problem.ts'
import { addWarning } from '../../exchange/violation.ts'
import type { Effect } from '../effect.ts'
import { applyOperation, type Holder, MAX_BODY_BYTES, type PatchOperation } from '../json-patch.ts'
import { changeItems } from './change-items.ts'

/** At most this many faults become warnings. All items often have the same fault, and each warning becomes a header. */
const MAX_SAID = 3

/** A pointer is followed for each item of a list. For 100 pointers and 100 items this takes a few milliseconds. */
const MAX_POINTER = 1000

export const patch: Effect<{ patch: readonly PatchOperation[] }> = {
  fields: ['patch'],
  changesBody: true,
  check: (settings) => settings.patch.map(faultOf).find((fault) => fault !== undefined) ?? faultOfSize(settings.patch),
  finish(settings, draft, { exchange }) {
    const faults = new Set<string>()
    const isChanged = changeItems(draft, (item, room) => {
      const holder = { document: structuredClone(item) }
      for (const operation of settings.patch) {
        const fault = applyOperation(holder, operation, room)
        // A test is a condition: when it fails, this item stays as it is. Any other operation that does not apply becomes a warning.
        if (fault !== undefined && operation.op === 'test') return item
        if (fault !== undefined) faults.add(`${operation.op} ${operation.path}: ${fault}`)
      }
      return holder.document
    })
    for (const fault of [...faults].slice(0, MAX_SAID))
      addWarning(exchange, 'patch_not_applied', `the patch of the scenario does not apply: ${fault}`)
    return isChanged
  },
}

const NEEDS: Readonly<Record<string, string>> = { add: 'value', replace: 'value', test: 'value', move: 'from', copy: 'from' }
const UNSAFE = /\/(__proto__|constructor|prototype)(\/|$)/

function faultOf(operation: PatchOperation): string | undefined {
  const { op, path, from = '' } = operation
  if (path.length > MAX_POINTER || from.length > MAX_POINTER) return `patch: a JSON pointer may have at most ${MAX_POINTER} characters`
  const needed = NEEDS[op]
  if (needed !== undefined && !(needed in operation)) return `patch: ${op} ${path} needs ${needed}`
  if (needed === 'from' && `${path}/`.startsWith(`${from}/`)) return `patch: ${op} must not put ${JSON.stringify(from)} into itself`
  const wrong = [path, from].find((pointer) => (pointer !== '' && !pointer.startsWith('/')) || UNSAFE.test(pointer))
  return wrong === undefined ? undefined : `patch: ${JSON.stringify(wrong)} must be a JSON pointer to a field, for example /status`
}

/**
 * Finds a patch that makes every body too large. It tries the patch on an empty object, up to the first operation that
 * needs an existing field.
 */
function faultOfSize(operations: readonly PatchOperation[]): string | undefined {
  const holder: Holder = { document: {} }
  const room = { bytes: MAX_BODY_BYTES }
  try {
    operations.every((operation) => applyOperation(holder, operation, room) === undefined)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

// Applies a JSON Patch to the body of a successful reply, or to each item of a list.

import { addWarning } from '../../exchange/violation.ts'
import type { Effect } from '../effect.ts'
import { applyOperation, type PatchOperation } from '../json-patch.ts'
import { changeItems } from './change-items.ts'

/** At most this many reasons become warnings. All items often have the same reason, and each warning becomes a header. */
const MAX_SAID = 3

export const patch: Effect<'patch'> = {
  check: (settings) => settings.patch.map(findMistake).find((mistake) => mistake !== undefined),
  finish(settings, draft, { exchange }, tools) {
    const reasons = new Set<string>()
    const isChanged = changeItems(draft, tools, (item) => {
      const holder = { document: structuredClone(item) }
      for (const operation of settings.patch) {
        const reason = applyOperation(holder, operation, tools)
        // A test is a condition: when it fails, this item stays as it is. Any other operation that does not apply becomes a warning.
        if (reason !== undefined && operation.op === 'test') return item
        if (reason !== undefined) reasons.add(`${operation.op} ${operation.path}: ${reason}`)
      }
      return holder.document
    })
    for (const reason of [...reasons].slice(0, MAX_SAID))
      addWarning(exchange, 'patch_not_applied', `the patch of the scenario does not apply: ${reason}`)
    return isChanged
  },
}

const NEEDS: Readonly<Record<string, string>> = { add: 'value', replace: 'value', test: 'value', move: 'from', copy: 'from' }

function findMistake(operation: PatchOperation): string | undefined {
  const { op, path, from = '' } = operation
  const needed = NEEDS[op]
  if (needed !== undefined && !(needed in operation)) return `patch: ${op} ${path} needs ${needed}`
  if (needed === 'from' && `${path}/`.startsWith(`${from}/`)) return `patch: ${op} must not put ${JSON.stringify(from)} into itself`
  const wrong = [path, from].find((pointer) => pointer !== '' && !pointer.startsWith('/'))
  return wrong === undefined ? undefined : `patch: ${JSON.stringify(wrong)} must be a JSON pointer to a field, for example /status`
}

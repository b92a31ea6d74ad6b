// Applies a JSON Patch (RFC 6902) to a copy of the body of a successful reply, or of each item of a list, within a budget. Pointers
// follow only own fields and indexes. Inherited fields are not a part of a body, and a change to them would affect the whole process.

import { isDeepStrictEqual } from 'node:util'
import { BOUNDS } from '../../ground/bounds.ts'
import { show } from '../../ground/show.ts'
import { addWarning } from '../../record/exchange.ts'
import type { Effect, Settings } from '../effect.ts'
import { type Budget, changeItems, charge, spend } from './change-items.ts'

export type PatchOperation = Settings<'patch'>['patch'][number]

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

/** Holds the body in a field, so that the pointer to the whole body also leads to a field. */
export interface Holder {
  document: unknown
}

/** The target of a pointer: a field of an object or an item of an array. It may not exist yet. */
interface Target {
  readonly container: Record<string | number, unknown>
  readonly key: string | number
  /** The number of levels above this target. */
  readonly level: number
}

const NOTHING = 'nothing is there'

/**
 * Applies one operation. When the operation does not apply, changes nothing and returns the reason. Throws a Problem
 * `invalid_scenario` when the budget is used up.
 */
export function applyOperation(holder: Holder, { op, path, from = '', value }: PatchOperation, budget: Budget): string | undefined {
  spend(budget, path.length + from.length)
  const target = findTarget(holder, path)
  if (op === 'add') return insert(target, value, budget)
  const isFrom = op === 'copy' || op === 'move'
  const source = isFrom ? findTarget(holder, from) : target
  if (source === undefined || !has(source)) return isFrom ? `nothing is at ${show(from)}` : NOTHING
  const found = source.container[source.key]
  if (op === 'copy') return insert(target, found, budget)
  if (op === 'replace') return insert(target, value, budget, set)
  if (op === 'test') {
    charge(budget, value)
    return isDeepStrictEqual(found, value) ? undefined : `it is ${show(found)}, not ${show(value)}`
  }
  if (source.level === 0) return 'the whole body cannot be removed'
  if (Array.isArray(source.container)) source.container.splice(Number(source.key), 1)
  else delete source.container[source.key]
  // The target of a move is searched after the removal (RFC 6902 §4.4), because an index may then mean another item.
  const reason = op === 'move' ? insert(findTarget(holder, path), found, budget) : undefined
  if (reason !== undefined) insert(source, found, budget)
  return reason
}

/** The target of a pointer. Undefined when nothing above it is an object or array, or when no such index is possible. */
function findTarget(holder: Holder, pointer: string): Target | undefined {
  let target: Target = { container: holder as unknown as Target['container'], key: 'document', level: 0 }
  for (const token of pointer.split('/').slice(1)) {
    const container = has(target) ? target.container[target.key] : undefined
    const key = keyIn(container, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (key === undefined) return undefined
    target = { container: container as Target['container'], key, level: target.level + 1 }
  }
  return target
}

function keyIn(container: unknown, token: string): string | number | undefined {
  if (typeof container !== 'object' || container === null) return undefined
  if (!Array.isArray(container)) return token
  if (token === '-') return container.length
  return /^(?:0|[1-9]\d*)$/.test(token) && Number(token) <= container.length ? Number(token) : undefined
}

const has = ({ container, key }: Target) => Object.hasOwn(container, key)

/** Puts a copy of the value at the target. An array gets a new item. */
function insert(target: Target | undefined, value: unknown, budget: Budget, put = add): string | undefined {
  if (target === undefined) return NOTHING
  if (target.level + charge(budget, value) > BOUNDS.depth) return `it would be nested more than ${BOUNDS.depth} levels deep`
  put(target, structuredClone(value))
  return undefined
}

function add(target: Target, value: unknown): void {
  if (Array.isArray(target.container)) target.container.splice(Number(target.key), 0, value)
  else set(target, value)
}

/** Defines the field instead of assigning it, because the field may have the name of an inherited setter. */
function set({ container, key }: Target, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true })
}

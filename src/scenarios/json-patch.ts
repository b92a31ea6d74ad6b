// JSON Patch (RFC 6902) on a copy of a body, within a budget. Pointers follow only own fields and indexes.
// Inherited fields are not a part of a body, and a change to them would affect the whole process.

import { isDeepStrictEqual } from 'node:util'
import type { Step } from '../../spec/names.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import { show } from '../text/show.ts'
import { type Budget, charge, spend } from './effects/change-items.ts'

export type PatchOperation = NonNullable<Step['patch']>[number]

/** Holds the body in a field, so that the pointer to the whole body also leads to a field. */
export interface Holder {
  document: unknown
}

/** The target of a pointer: a field of an object or an item of an array. It may not exist yet. */
interface Place {
  readonly container: Record<string | number, unknown>
  readonly key: string | number
  /** The number of levels above this place. */
  readonly level: number
}

const NOTHING = 'nothing is there'

/**
 * Applies one operation. When the operation does not apply, changes nothing and returns the reason. Throws a Problem
 * `invalid_scenario` when the budget is used up.
 */
export function applyOperation(holder: Holder, { op, path, from, value }: PatchOperation, budget: Budget): string | undefined {
  spend(budget, path.length + (from?.length ?? 0))
  const place = findPlace(holder, path)
  const source = from === undefined ? undefined : findPlace(holder, from)
  if (place === undefined) return NOTHING
  if (op === 'add') return insert(place, value, budget)
  if (op === 'copy' || op === 'move') {
    if (source === undefined || !has(source)) return `nothing is at ${show(from)}`
    return op === 'copy' ? insert(place, get(source), budget) : move(source, path, holder, budget)
  }
  if (!has(place)) return NOTHING
  if (op === 'remove') return remove(place)
  if (op === 'replace') return tooDeep(place, value, budget) ?? set(place, structuredClone(value))
  charge(budget, value)
  return isDeepStrictEqual(get(place), value) ? undefined : `it is ${show(get(place))}, not ${show(value)}`
}

/** The place of a pointer. Undefined when nothing above it is an object or array, or when no such index is possible. */
function findPlace(holder: Holder, pointer: string): Place | undefined {
  let place: Place = { container: holder as unknown as Place['container'], key: 'document', level: 0 }
  for (const token of pointer.split('/').slice(1)) {
    const container = has(place) ? get(place) : undefined
    const key = keyIn(container, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (key === undefined) return undefined
    place = { container: container as Place['container'], key, level: place.level + 1 }
  }
  return place
}

function keyIn(container: unknown, token: string): string | number | undefined {
  if (typeof container !== 'object' || container === null) return undefined
  if (!Array.isArray(container)) return token
  if (token === '-') return container.length
  return /^(?:0|[1-9]\d*)$/.test(token) && Number(token) <= container.length ? Number(token) : undefined
}

const has = ({ container, key }: Place) => Object.hasOwn(container, key)

const get = ({ container, key }: Place) => container[key]

/** Defines the field instead of assigning it, because the field may have the name of an inherited setter. */
function set({ container, key }: Place, value: unknown): undefined {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true })
}

function insert(place: Place, value: unknown, budget: Budget): string | undefined {
  const reason = tooDeep(place, value, budget)
  if (reason !== undefined) return reason
  if (Array.isArray(place.container)) place.container.splice(Number(place.key), 0, structuredClone(value))
  else set(place, structuredClone(value))
  return undefined
}

function remove({ container, key, level }: Place): string | undefined {
  if (level === 0) return 'the whole body cannot be removed'
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
  return undefined
}

/** The target is searched after the source was removed (RFC 6902 §4.4), because an index may then mean another item. */
function move(source: Place, path: string, holder: Holder, budget: Budget): string | undefined {
  const value = get(source)
  const reason = remove(source)
  if (reason !== undefined) return reason
  const place = findPlace(holder, path)
  const refusal = place === undefined ? NOTHING : insert(place, value, budget)
  if (refusal !== undefined) insert(source, value, budget)
  return refusal
}

const tooDeep = ({ level }: Place, value: unknown, budget: Budget) =>
  level + charge(budget, value) > BOUNDS.depth ? `it would be nested more than ${BOUNDS.depth} levels deep` : undefined

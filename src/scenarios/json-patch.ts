// JSON Patch (RFC 6902) on a copy of a body, within a budget. Pointers follow only own fields and indexes.
// Inherited fields are not a part of a body, and a change to them would affect the whole process.

import { isDeepStrictEqual } from 'node:util'
import { BOUNDS } from '../exchange/bounds.ts'
import { show } from '../text/show.ts'
import { type Budget, charge, spend } from './effects/change-items.ts'

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** Holds the body in a field, so that the pointer to the whole body also leads to a field. */
export interface Holder {
  document: unknown
}

type Container = Record<string | number, unknown>

/** The target of a pointer: a field of an object or an item of an array. It may not exist yet. */
interface Place {
  readonly container: Container
  readonly key: string | number
  /** The number of levels above this place. */
  readonly level: number
}

type Apply = (place: Place, operation: PatchOperation, holder: Holder, budget: Budget) => string | undefined

const APPLY: Readonly<Record<PatchOperation['op'], Apply>> = {
  add: (place, { value }, _holder, budget) => put(place, value, budget, insert),
  replace: (place, { value }, _holder, budget) => (has(place) ? put(place, value, budget, set) : NOTHING),
  remove: (place) => (has(place) ? remove(place) : NOTHING),
  test: (place, { value }, _holder, budget) => (has(place) ? compare(place, value, budget) : NOTHING),
  copy: (place, { from = '' }, holder, budget) => {
    const source = findPlace(holder, from)
    return source && has(source) ? put(place, get(source), budget, insert) : `nothing is at ${show(from)}`
  },
  move: (_place, { from = '', path }, holder, budget) => {
    const source = findPlace(holder, from)
    return source && has(source) ? move(source, path, holder, budget) : `nothing is at ${show(from)}`
  },
}

const NOTHING = 'nothing is there'

/**
 * Applies one operation. When the operation does not apply, changes nothing and returns the reason. Throws a Problem
 * `invalid_scenario` when the budget is used up.
 */
export function applyOperation(holder: Holder, operation: PatchOperation, budget: Budget): string | undefined {
  spend(budget, operation.path.length + (operation.from?.length ?? 0))
  const place = findPlace(holder, operation.path)
  return place === undefined ? NOTHING : APPLY[operation.op](place, operation, holder, budget)
}

/** The place of a pointer. Undefined when nothing above it is an object or array, or when no such index is possible. */
function findPlace(holder: Holder, pointer: string): Place | undefined {
  let place: Place = { container: holder as unknown as Container, key: 'document', level: 0 }
  for (const token of pointer.split('/').slice(1)) {
    const container = has(place) ? get(place) : undefined
    const key = keyIn(container, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (key === undefined) return undefined
    place = { container: container as Container, key, level: place.level + 1 }
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
function set({ container, key }: Place, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true })
}

function insert(place: Place, value: unknown): void {
  if (Array.isArray(place.container)) place.container.splice(Number(place.key), 0, value)
  else set(place, value)
}

function remove({ container, key, level }: Place): string | undefined {
  if (level === 0) return 'the whole body cannot be removed'
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
  return undefined
}

function compare(place: Place, value: unknown, budget: Budget): string | undefined {
  charge(budget, value)
  return isDeepStrictEqual(get(place), value) ? undefined : `it is ${show(get(place))}, not ${show(value)}`
}

function put(place: Place, value: unknown, budget: Budget, write: typeof set): string | undefined {
  if (place.level + charge(budget, value) > BOUNDS.depth) return `it would be nested more than ${BOUNDS.depth} levels deep`
  write(place, structuredClone(value))
  return undefined
}

/** The target is searched after the source was removed (RFC 6902 §4.4), because an index may then mean another item. */
function move(source: Place, path: string, holder: Holder, budget: Budget): string | undefined {
  const value = get(source)
  const kept = remove(source)
  if (kept !== undefined) return kept
  const place = findPlace(holder, path)
  const fault = place ? put(place, value, budget, insert) : NOTHING
  if (fault !== undefined) insert(source, value)
  return fault
}

// JSON Patch (RFC 6902) on a document of one's own, with a bound on how much it grows. Pointers follow own fields and
// indexes only: what objects inherit is no part of a document, and changing that would change the whole process.

import { isDeepStrictEqual } from 'node:util'
import { measure } from '../json/measure.ts'
import { Problem } from '../replies/problem.ts'
import { show } from '../words/show.ts'

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** Holds a document, so that the pointer to all of it leads to a field, too. */
export interface Holder {
  document: unknown
}

/** Bytes of JSON text that a body may have when a scenario changes it, before and after. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024

/**
 * How many of these may still be put in, moved or compared. What is taken out does not count back: it took memory and
 * time, too.
 */
export interface Room {
  bytes: number
}

/** As in JSON that is parsed. */
const MAX_DEPTH = 100

type Container = Record<string | number, unknown>

/** Where a pointer leads: to a field of an object or an item of an array, there already or not. */
interface Place {
  readonly container: Container
  readonly key: string | number
  /** How many levels there are above. */
  readonly level: number
}

type Apply = (place: Place, operation: PatchOperation, holder: Holder, room: Room) => string | undefined

const APPLY: Readonly<Record<PatchOperation['op'], Apply>> = {
  add: (place, { value }, _holder, room) => put(place, value, room, insert),
  replace: (place, { value }, _holder, room) => (has(place) ? put(place, value, room, set) : NOTHING),
  remove: (place) => (has(place) ? remove(place) : NOTHING),
  test: (place, { value }, _holder, room) => (has(place) ? compare(place, value, room) : NOTHING),
  copy: (place, { from = '' }, holder, room) => {
    const source = findPlace(holder, from)
    return source && has(source) ? put(place, get(source), room, insert) : `nothing is at ${show(from)}`
  },
  move: (_place, { from = '', path }, holder, room) => {
    const source = findPlace(holder, from)
    return source && has(source) ? move(source, path, holder, room) : `nothing is at ${show(from)}`
  },
}

const NOTHING = 'nothing is there'

/**
 * Applies one operation. Says what is wrong when it does not apply, and changes nothing then. Throws a Problem
 * `invalid_scenario` when there is no room.
 */
export function applyOperation(holder: Holder, operation: PatchOperation, room: Room): string | undefined {
  const place = findPlace(holder, operation.path)
  return place === undefined ? NOTHING : APPLY[operation.op](place, operation, holder, room)
}

/** Undefined where no object or array is above, or no such index can be. */
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

/** By definition, not by assignment: a field may have the name of a setter that all objects inherit. */
function set({ container, key }: Place, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true })
}

function insert(place: Place, value: unknown): void {
  if (Array.isArray(place.container)) place.container.splice(Number(place.key), 0, value)
  else set(place, value)
}

function remove({ container, key, level }: Place): string | undefined {
  if (level === 0) return 'all of it cannot be removed'
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
  return undefined
}

/** Takes the room that a value needs, and returns how deep it is. */
function take(room: Room, { key }: Place, value: unknown): number {
  const { bytes, depth } = measure(value, room.bytes)
  room.bytes -= bytes + String(key).length
  if (room.bytes < 0) throw new Problem('invalid_scenario', `the patch makes a body of more than ${MAX_BODY_BYTES} bytes`)
  return depth
}

function compare(place: Place, value: unknown, room: Room): string | undefined {
  take(room, place, value)
  return isDeepStrictEqual(get(place), value) ? undefined : `it is ${show(get(place))}, not ${show(value)}`
}

function put(place: Place, value: unknown, room: Room, write: typeof set): string | undefined {
  if (place.level + take(room, place, value) > MAX_DEPTH) return `it would be nested more than ${MAX_DEPTH} levels deep`
  write(place, structuredClone(value))
  return undefined
}

/** The target is looked for when the source is gone (RFC 6902 §4.4): an index may be another one then. */
function move(source: Place, path: string, holder: Holder, room: Room): string | undefined {
  const value = get(source)
  const kept = remove(source)
  if (kept !== undefined) return kept
  const place = findPlace(holder, path)
  const fault = place ? put(place, value, room, insert) : NOTHING
  if (fault !== undefined) insert(source, value)
  return fault
}

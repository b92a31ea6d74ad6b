// Checks the arguments of calls on a world, before anything changes. Each check throws a Problem `invalid_value` that names
// the place and what to send instead.

import { messageOf, Problem } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import { describeNoWorld, isWorldName } from '../text/world-name.ts'
import type { Id } from '../worlds/collection.ts'
import type { Fields, Time } from './handles.ts'

export function refuse(fault: string): never {
  throw new Problem('invalid_value', fault)
}

export function refuseViolations(faults: readonly string[]): void {
  if (faults.length > 0) refuse(faults.slice(0, 5).join('; '))
}

/** A name for a message: a text stands without quotation marks. */
export const nameOf = (name: unknown) => (typeof name === 'string' ? name : show(name))

export function readWorldName(name: string): string {
  return typeof name === 'string' && isWorldName(name) ? name : refuse(`there is no such world: ${describeNoWorld(name)}`)
}

/** Refuses a value that is not an object or has no fields. `known` are the names that it may have. */
export function refuseEmpty(place: string, given: unknown, known: readonly string[] = []): void {
  if (!isObject(given)) refuse(`${place} must be an object, got ${show(given)}`)
  const isEmpty = Object.values(given).every((value) => value === undefined)
  if (isEmpty) refuse(`${place} is empty: give ${known.join(' or ') || 'at least one field'}`)
}

export function readPlan(plan: string, plans: readonly string[]): string {
  if (plans.includes(plan)) return plan
  throw new Problem('not_found', `${nameOf(plan)} is not a plan; the plans are ${plans.join(', ')}`)
}

export function refuseUnknown(place: string, given: unknown, known: readonly string[]): void {
  if (!isObject(given)) refuse(`${place} must be an object with ${known.join(', ')}, got ${show(given)}`)
  const strange = Object.keys(given as object).find((name) => !known.includes(name))
  if (strange === undefined) return
  const near = findNearest(strange, known)
  refuse(`${strange} is not known: ${near ? `did you mean ${near}? ` : ''}the known names are ${known.join(', ')}`)
}

/** HTTP dates have years of four digits (RFC 9110 §5.6.7), and resets are seconds since 1970. */
const LAST_TIME = Date.UTC(9999, 0)

function readTime(time: Time): number {
  const isTime = typeof time === 'string' || typeof time === 'number' || time instanceof Date
  const milliseconds = isTime ? new Date(time).getTime() : Number.NaN
  return fits(milliseconds)
    ? milliseconds
    : refuse(`now must be a time from 1970 to 9998, for example 2030-12-05T00:00:01Z, got ${show(time)}`)
}

const fits = (milliseconds: number) => milliseconds >= 0 && milliseconds < LAST_TIME

/** The time that is this many seconds later. */
export function addSeconds(now: number, seconds: number): number {
  const time = now + seconds * 1000
  return fits(time) ? time : refuseLeap(seconds)
}

function refuseLeap(seconds: number | bigint): never {
  refuse(`seconds must lead to a time from 1970 to 9998, got ${show(seconds)}`)
}

export function readClock(change: { now?: Time; frozen?: boolean }): { now?: number; frozen?: boolean } {
  refuseUnknown('the change', change, ['now', 'frozen'])
  refuseEmpty('the change', change, ['now', 'frozen'])
  const { now, frozen } = change
  if (frozen !== undefined && typeof frozen !== 'boolean') refuse(`frozen must be true or false, got ${show(frozen)}`)
  return { ...(now !== undefined && { now: readTime(now) }), ...(frozen !== undefined && { frozen }) }
}

export function readId(id: string): string {
  return typeof id === 'string' ? id : refuse(`the id of a request is a text such as req_k2x_1, got ${show(id)}`)
}

export function readItemId(id: Id): Id {
  return typeof id === 'bigint' || Number.isSafeInteger(id) ? id : refuse(`the id of an item is a whole number, got ${show(id)}`)
}

export function readSeconds(seconds: number | bigint): number {
  const isNumber = typeof seconds === 'bigint' || Number.isFinite(seconds)
  if (!isNumber) refuse(`seconds must be a number, got ${show(seconds)}`)
  return Math.abs(Number(seconds)) * 1000 < LAST_TIME ? Number(seconds) : refuseLeap(seconds)
}

export function readCollection(name: string, collections: readonly string[]): string {
  if (collections.includes(name)) return name
  throw new Problem('not_found', `${nameOf(name)} is not a collection; the collections are ${collections.join(', ')}`)
}

export function readCollections<Data extends object>(given: Data, known: readonly string[]): Data {
  refuseEmpty('data', given, known)
  return copyData('data', given)
}

/** Checks the fields of an item, or of a change of an item. */
export function readFields(name: 'the item' | 'the change', given: Fields): Fields {
  refuseEmpty(name, given)
  return copyData(name, given)
}

/** A copy of data from outside. Refuses values that JSON cannot have, for example functions. */
export function copyData<Data extends object>(name: string, given: Data): Data {
  if (!isObject(given)) refuse(`${name} must be an object, got ${show(given)}`)
  try {
    return structuredClone(given)
  } catch (error) {
    refuse(`${name} must be plain data: ${messageOf(error)}`)
  }
}

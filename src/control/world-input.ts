// What a world is told from outside, checked before anything changes. Each check throws a Problem `invalid_value` that
// names the place and what to send instead.

import { isObject } from '../json/json.ts'
import { messageOf, Problem } from '../problem.ts'
import { findNearest } from '../words/nearest.ts'
import { show } from '../words/show.ts'
import { describeNoWorld, isWorldName } from '../words/world-name.ts'
import type { LimitChange, PlanLimits } from '../worlds/limits.ts'

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

export function refuse(fault: string): never {
  throw new Problem('invalid_value', fault)
}

export function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) refuse(faults.slice(0, 5).join('; '))
}

/** A name in a message: a text without quotation marks. */
export const nameOf = (name: unknown) => (typeof name === 'string' ? name : show(name))

export function readWorldName(name: string): string {
  return typeof name === 'string' && isWorldName(name) ? name : refuse(`there is no such world: ${describeNoWorld(name)}`)
}

/** Refuses what is no object, or has nothing in it; `known` are the names that it may have. */
export function refuseEmpty(place: string, given: unknown, known: readonly string[] = []): void {
  if (!isObject(given)) refuse(`${place} must be an object, got ${show(given)}`)
  const isEmpty = Object.values(given).every((value) => value === undefined)
  if (isEmpty) refuse(`${place} is empty: give ${known.join(' or ') || 'at least one field'}`)
}

export function readPlan(plan: string, plans: readonly string[]): string {
  if (plans.includes(plan)) return plan
  throw new Problem('not_found', `${nameOf(plan)} is no plan: there are ${plans.join(', ')}`)
}

export function checkLimits(change: LimitChange, now: PlanLimits): void {
  const known = ['remaining', 'minute', 'day', 'ban']
  refuseUnknown('the change', change, known)
  refuseEmpty('the change', change, known)
  const { remaining, minute = {}, day = {}, ban = null } = change
  if (ban !== null) refuse(`ban can only be lifted: send null, got ${show(ban)}`)
  if (remaining !== undefined) checkRemaining('remaining', remaining, minute.limit ?? now.minute.limit, 'minute')
  for (const [name, window] of Object.entries({ minute, day })) {
    refuseUnknown(name, window, ['limit', 'seconds', 'remaining'])
    const { limit, seconds = MIN_SECONDS, remaining } = window
    if (limit !== undefined && !isCount(limit)) refuse(`${name}.limit must be a whole number from 0, got ${show(limit)}`)
    if (!(isCount(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS))
      refuse(`${name}.seconds must be a whole number from ${MIN_SECONDS} to ${MAX_SECONDS}, got ${show(seconds)}`)
    if (remaining !== undefined) checkRemaining(`${name}.remaining`, remaining, limit ?? now[name as 'minute' | 'day'].limit, name)
  }
}

function checkRemaining(place: string, remaining: unknown, limit: number, window: string): void {
  if (!isCount(remaining)) refuse(`${place} must be a whole number from 0, got ${show(remaining)}`)
  if (remaining > limit) refuse(`${place} must be at most the limit of the ${window}, ${limit}, got ${remaining}`)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function refuseUnknown(place: string, given: unknown, known: readonly string[]): void {
  if (!isObject(given)) refuse(`${place} must be an object with ${known.join(', ')}, got ${show(given)}`)
  const strange = Object.keys(given as object).find((name) => !known.includes(name))
  if (strange === undefined) return
  const near = findNearest(strange, known)
  refuse(`${strange} is not known: ${near ? `did you mean ${near}? ` : ''}there are ${known.join(', ')}`)
}

/** Windows open at whole seconds, so a shorter one could be over before its first request. */
const MIN_SECONDS = 2
/** A year. */
const MAX_SECONDS = 31_622_400

/** HTTP dates have years of four digits (RFC 9110 §5.6.7), and resets are seconds since 1970. */
const LAST_TIME = Date.UTC(9999, 0)

export function readTime(time: Time): number {
  const isTime = typeof time === 'string' || typeof time === 'number' || time instanceof Date
  const milliseconds = isTime ? new Date(time).getTime() : Number.NaN
  const fits = milliseconds >= 0 && milliseconds < LAST_TIME
  return fits ? milliseconds : refuse(`${show(time)} is no point in time from 1970 to 9998: write it as 2030-12-05T00:00:01Z`)
}

export function readClock(change: { now?: Time; frozen?: boolean }): { now?: number; frozen?: boolean } {
  refuseUnknown('the change', change, ['now', 'frozen'])
  refuseEmpty('the change', change, ['now', 'frozen'])
  const { now, frozen } = change
  if (frozen !== undefined && typeof frozen !== 'boolean') refuse(`frozen must be true or false, got ${show(frozen)}`)
  return { ...(now !== undefined && { now: readTime(now) }), ...(frozen !== undefined && { frozen }) }
}

export function readId(id: string): string {
  return typeof id === 'string' ? id : refuse(`the id of an exchange is a text as req_k2x_1, got ${show(id)}`)
}

export function readSeconds(seconds: number): number {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : refuse(`seconds must be a number, got ${show(seconds)}`)
}

/** A copy of data from outside. What JSON has no word for, as a function, is refused. */
export function copyData<Data extends object>(name: string, given: Data): Data {
  if (!isObject(given)) refuse(`${name} must be an object, got ${show(given)}`)
  try {
    return structuredClone(given)
  } catch (error) {
    refuse(`${name} must be plain data: ${messageOf(error)}`)
  }
}

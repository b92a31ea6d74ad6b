// Checks a change of rate limits from outside, before anything changes. Each check throws a Problem `invalid_value` that
// names the place and what to send instead.

import { show } from '../text/show.ts'
import type { LimitChange, PlanLimits } from '../worlds/limits.ts'
import { refuse, refuseEmpty, refuseUnknown } from './world-input.ts'

/** A window begins at a whole second, up to a second before its first request. So a window of one second would be too short. */
const MIN_SECONDS = 2
/** One year. */
const MAX_SECONDS = 31_622_400

/** Checks a change without looking at the current limits. */
export function readLimitChange(change: LimitChange): LimitChange {
  const known = ['remaining', 'minute', 'day', 'ban']
  refuseUnknown('the change', change, known)
  refuseEmpty('the change', change, known)
  const { remaining, minute, day, ban = null } = change
  if (ban !== null) refuse(`ban can only be lifted: send null, got ${show(ban)}`)
  readCount('remaining', remaining)
  if (minute !== undefined) readWindow('minute', minute)
  if (day !== undefined) readWindow('day', day)
  return change
}

function readWindow(name: string, window: NonNullable<LimitChange['minute']>): void {
  const known = ['limit', 'seconds', 'remaining']
  refuseUnknown(name, window, known)
  refuseEmpty(name, window, known)
  const { limit, seconds = MIN_SECONDS, remaining } = window
  readCount(`${name}.limit`, limit)
  if (!(isCount(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS))
    refuse(`${name}.seconds must be a whole number from ${MIN_SECONDS} to ${MAX_SECONDS}, got ${show(seconds)}`)
  readCount(`${name}.remaining`, remaining)
}

function readCount(place: string, count: unknown): void {
  if (count !== undefined && !isCount(count)) refuse(`${place} must be a whole number from 0, got ${show(count)}`)
}

/** Refuses a number of remaining requests that is larger than the limit. */
export function refuseExcess({ remaining, minute = {}, day = {} }: LimitChange, now: PlanLimits): void {
  const [minuteLimit, dayLimit] = [minute.limit ?? now.minute.limit, day.limit ?? now.day.limit]
  for (const [place, count = 0, limit, window] of [
    ['remaining', remaining, minuteLimit, 'minute'],
    ['minute.remaining', minute.remaining, minuteLimit, 'minute'],
    ['day.remaining', day.remaining, dayLimit, 'day'],
  ] as const)
    if (count > limit) refuse(`${place} must be at most ${limit}, the limit of the ${window}, got ${count}`)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

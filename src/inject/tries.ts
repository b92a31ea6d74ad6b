// Finds the calls that the client made because of the fault. These calls come after the faulted call, and the run without a fault does
// not have them.

import type { Exchange } from '../exchange/exchange.ts'
import { groupOf, type Reference } from './places.ts'
import type { Call } from './recorder.ts'

/**
 * The faulted call and the later calls of the same place, in the order of arrival. A call that the reference does not know belongs to
 * the series of the call before it.
 */
export interface Series {
  /** The first is the call with the fault. */
  readonly calls: readonly Call[]
  /** How many calls after the first one the run without a fault makes too. */
  readonly expected: number
}

/** How much sooner than Retry-After a call may come: clocks of two programs never agree exactly. */
const TOLERANCE_MS = 50

/** The series of the faulted call. When the fault lasts, the series of all later calls too. */
export function findSeries(calls: readonly Call[], reference: Reference, lasts: boolean): Series[] {
  const at = calls.findIndex(({ isFaulted }) => isFaulted)
  const first = calls[at]
  if (first === undefined) return []
  const series = new Map<string, Call[]>()
  const latest = new Map<string, string>()
  for (const call of calls.slice(at)) {
    const group = groupOf(call)
    const key = reference.count(call.key) > 0 ? call.key : (latest.get(group) ?? call.key)
    latest.set(group, key)
    series.set(key, [...(series.get(key) ?? []), call])
  }
  const before = (key: string) => calls.slice(0, at).filter((call) => call.key === key).length
  const all = [...series].map(([key, calls]) => ({ calls, expected: Math.max(0, reference.count(key) - before(key) - 1) }))
  return lasts ? all : all.slice(0, 1)
}

/** How many calls of a series go beyond the run without a fault. */
export const countExtra = ({ calls, expected }: Series) => Math.max(0, calls.length - 1 - expected)

/** Milliseconds from the end of a call to the arrival of the next. */
export const gapBetween = (from: Exchange, to: Exchange) => to.arrived.monotonic - (from.replied ?? from.closed ?? from.arrived).monotonic

/** The calls that came before the time that the reply before them asked for. */
export function findEarly({ calls }: Series): Call[] {
  return calls.filter(({ exchange }, index) => {
    const asked = calls[index - 1]?.exchange
    const wait = asked && askedWait(asked)
    return wait !== undefined && gapBetween(asked as Exchange, exchange) < wait - TOLERANCE_MS
  })
}

/**
 * The milliseconds that a reply asks the client to wait. Retry-After and X-RateLimit-Reset may both be used, so the shorter wait counts.
 * Undefined when the suite has moved the clock of the world, because nobody then knows by which clock the client waits.
 */
function askedWait({ reply, replied, arrived }: Exchange): number | undefined {
  const headers = Object.fromEntries(Object.entries(reply?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const seconds = Number(headers['retry-after'])
  if (reply === undefined || replied === undefined || !(seconds > 0) || Math.abs(arrived.world - arrived.real) > 1000) return undefined
  const untilReset = Number(headers['x-ratelimit-reset']) * 1000 - replied.real
  return reply.status === 429 ? Math.min(seconds * 1000, untilReset) : seconds * 1000
}

/** The length of the longest row of calls in which each call came less than `withinMs` after the call before. */
export function countBurst({ calls }: Series, withinMs: number): number {
  let longest = 0
  let row = 0
  for (const [index, { exchange }] of calls.entries()) {
    const before = calls[index - 1]?.exchange
    row = before !== undefined && gapBetween(before, exchange) < withinMs ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

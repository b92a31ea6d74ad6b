// The waits that replies asked for. The client honoured a wait, or it came back early. A request that was already under way when
// the reply was sent counts as neither.

import { elapsed } from './facts.ts'
import type { Ask } from './retry-after.ts'
import { pairsOf, type Run } from './runs.ts'
import type { Try } from './series.ts'

export interface Wait {
  readonly from: Try
  readonly to: Try
  readonly asked: Ask
  /** Milliseconds from the start of the reply to the arrival of the next try. */
  readonly elapsed: number
  readonly isEarly: boolean
}

/** A call that is this many milliseconds too early still honours the wait. A date has only whole seconds. */
export const TOLERANCE = { seconds: 50, date: 1000 } as const
/** A request this soon after a reply may have been sent before the client saw the reply. */
export const IN_FLIGHT_MS = 250

/** The waits of a run, in order. */
export function waitsOf(run: Run): Wait[] {
  const waits: Wait[] = []
  const used = new Set<number>()
  for (const [from, to] of pairsOf(run)) {
    used.add(from.connection)
    const wait = waitBetween(from, to, used)
    if (wait) waits.push(wait)
  }
  return waits
}

function waitBetween(from: Try, to: Try, used: ReadonlySet<number>): Wait | undefined {
  const { asked, replied } = from
  if (asked === undefined || replied === undefined) return undefined
  const passed = elapsed(replied, to.arrived)
  if (passed < IN_FLIGHT_MS && isUnderWay(to, replied.monotonic, used)) return undefined
  return { from, to, asked, elapsed: passed, isEarly: passed < asked.seconds * 1000 - TOLERANCE[asked.form] }
}

/** True when a request may have been sent before its client saw a reply. The reply came at the time `at` over another connection. */
export const isUnderWay = ({ opened, connection }: Try, at: number, used: ReadonlySet<number>) => opened < at && !used.has(connection)

/** True when the client honoured the wait that the reply of a try asked for. */
export const isWaitedOut = (from: Try, to: Try) =>
  from.asked !== undefined &&
  from.replied !== undefined &&
  elapsed(from.replied, to.arrived) >= from.asked.seconds * 1000 - TOLERANCE[from.asked.form]

/** The longest row of early calls. */
export function longestEarlyRow(waits: readonly Wait[]): readonly Wait[] {
  let longest: Wait[] = []
  let row: Wait[] = []
  for (const wait of waits) {
    row = wait.isEarly ? [...row, wait] : []
    if (row.length > longest.length) longest = row
  }
  return longest
}

/** "0.8 s", "40 ms". */
export const showMs = (ms: number) =>
  ms < 100 ? `${Math.max(0, Math.round(ms))} ms` : `${Number((ms / 1000).toFixed(ms < 10_000 ? 2 : 1))} s`

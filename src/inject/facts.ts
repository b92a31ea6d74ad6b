// Reads the facts of a run with a fault from its record: which calls came because of the fault. These calls come after the faulted
// call, and the run without a fault does not have them.

import type { Exchange } from '../../spec/control.ts'
import { readAsk } from '../examine/record/retry-after.ts'
import { isRealTime } from '../exchange/moment.ts'
import { DRIFT } from './faults.ts'
import { type Call, creationsIn, isCreation, type Reference } from './places.ts'
import type { Cell } from './plan.ts'
import type { Run } from './run-suite.ts'

/** What the record of a run with a fault shows, beside the runs without a fault. */
export interface Facts {
  readonly run: Run
  readonly reference: Reference
  readonly cell: Cell
  readonly calls: readonly Call[]
  /** The call that got the fault. */
  readonly faulted: Call | undefined
  /** The first entry is the series of the faulted call. */
  readonly series: readonly Series[]
  /** Creations of the same kind that came after the faulted call. Empty when there are no more creations than without the fault. */
  readonly again: readonly Call[]
  /** The pauses that were too short, if the run without a fault does not have as many further calls. */
  readonly early: readonly Gap[]
  /** What the report on the run says of rounded ids. */
  readonly rounding: string | undefined
}

type Trial = Pick<Facts, 'run' | 'reference' | 'cell' | 'calls' | 'faulted'>

/** The rule about ids that are rounded. The report on the run judges it, because it needs no fault at a call. */
export const ROUNDING = 'keeps-int64'

/**
 * The faulted call and the later calls of the same place, in the order of arrival. A call that the reference does not know belongs to
 * the series of the call before it.
 */
export interface Series {
  /** The first is the call with the fault. */
  readonly calls: readonly Call[]
  readonly gaps: readonly Gap[]
  /** How many calls after the first one the run without a fault makes too. */
  readonly expected: number
  /** How many calls go beyond the run without a fault. */
  readonly extra: number
  /** The pauses that were shorter than the reply before them asked for. */
  readonly early: readonly Gap[]
}

/** The pause between two calls of a series. */
export interface Gap {
  readonly after: Exchange
  readonly ms: number
}

export function readFacts(run: Run, reference: Reference, cell: Cell): Facts {
  const calls = run.exchanges.map(reference.identify)
  const trial = { run, reference, cell, calls, faulted: calls.find(({ exchange }) => run.faulted.has(exchange)) }
  const series = cell.fault === DRIFT ? [] : findSeries(trial)
  const early = series.flatMap((one) => (one.early.length > one.expected ? one.early : []))
  const rounding = run.report.findings.find(({ rule }) => rule === ROUNDING)?.observed
  return { ...trial, series, again: createdAgain(trial), early, rounding }
}

/** The series of the faulted call. When the fault lasts, the series of all later calls too. */
function findSeries({ calls, faulted, reference, cell: { lasts = false } }: Trial): Series[] {
  if (faulted === undefined) return []
  const at = calls.indexOf(faulted)
  const series = new Map<string, Call[]>()
  const latest = new Map<string, string>()
  for (const call of calls.slice(at)) {
    const key = reference.count(call.key) > 0 ? call.key : (latest.get(call.group) ?? call.key)
    latest.set(call.group, key)
    series.set(key, [...(series.get(key) ?? []), call])
  }
  const all = [...series].map(([key, own]) => {
    const before = calls.slice(0, at).filter((call) => call.key === key).length
    const expected = Math.max(0, reference.count(key) - before - 1)
    const gaps = own.slice(1).map((call, index): Gap => gapBetween(own[index] as Call, call))
    const early = gaps.filter(isEarly)
    return { calls: own, gaps, expected, extra: Math.max(0, own.length - 1 - expected), early }
  })
  return lasts ? all : all.slice(0, 1)
}

/** The time from the end of a call to the arrival of the next. */
export const gapBetween = ({ exchange: after }: Call, { exchange: { arrived } }: Call): Gap => ({
  ...{ after, ms: arrived.monotonic - (after.replied ?? after.closed ?? after.arrived).monotonic },
})

/** The rule of the report. When the suite has moved the clock of the world, nobody knows by which clock the client waits. */
function isEarly({ after, ms }: Gap): boolean {
  if (after.replied === undefined || !isRealTime(after.arrived)) return false
  return ms < (readAsk(after)?.least ?? 0)
}

/** The largest number of pauses in a row that are shorter than `withinMs`. */
export function countBurst({ gaps }: Series, withinMs: number): number {
  let longest = 0
  let row = 0
  for (const { ms } of gaps) {
    row = ms < withinMs ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

/** Judged by the record and not by the data at the end, because a suite may reset its worlds. */
function createdAgain({ calls, faulted, reference, cell: { place } }: Trial): readonly Call[] {
  if (faulted === undefined || place === undefined || !isCreation(place)) return []
  const created = creationsIn(calls, place.group)
  const equal = created.filter(({ key }) => key === place.key)
  const after = (made: readonly Call[]) => made.filter(({ exchange }) => exchange.number > faulted.exchange.number)
  if (equal.length > reference.count(place.key)) return after(equal)
  return created.length > Math.max(...reference.creations(place.group)) ? after(created) : []
}

/**
 * Whether the suite runs a failed test again. The sign: a creation came again although its reply had arrived whole. A client has no
 * reason to do that.
 */
export function repeatsTests({ run, calls, reference, cell }: Trial): boolean {
  const isWhole = (call: Call) =>
    isCreation(call) && call.exchange.delivered === 'whole' && (cell.fault === DRIFT || !run.faulted.has(call.exchange))
  const whole = Map.groupBy(calls.filter(isWhole), ({ key }) => key)
  return [...whole].some(([key, own]) => reference.count(key) > 0 && own.length > reference.count(key))
}

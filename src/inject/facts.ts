// Reads the facts of a run with a fault from its record: which calls came because of the fault.

import { DRIFT } from './faults.ts'
import { groupOf, isCreation, type Reference } from './places.ts'
import type { Cell } from './plan.ts'
import type { Call } from './recorder.ts'
import type { Run } from './run-suite.ts'
import { findEarly, findSeries, type Series } from './tries.ts'

/** A run with a fault, and the runs without a fault to compare it with. */
export interface Trial {
  readonly run: Run
  readonly reference: Reference
  readonly cell: Cell
  readonly slow: number
}

/** What the record of a run shows. */
export interface Facts extends Trial {
  /** The call that got the fault. */
  readonly faulted: Call | undefined
  /** The first entry is the series of the faulted call. */
  readonly series: readonly Series[]
  /** Creations of the same kind that came after the faulted call. Empty when there are no more creations than without the fault. */
  readonly again: readonly Call[]
  readonly early: readonly Call[]
  /** The client gave up waiting for the slow reply. */
  readonly gaveUp: boolean
}

export function readFacts(trial: Trial): Facts {
  const { run, reference, cell } = trial
  const faulted = run.calls.find(({ isFaulted }) => isFaulted)
  const series = cell.fault === DRIFT ? [] : findSeries(run.calls, reference, cell.lasts ?? false)
  return {
    ...trial,
    faulted,
    series,
    again: createdAgain(trial, faulted),
    early: series.flatMap((one) => (findEarly(one).length > one.expected ? findEarly(one) : [])),
    gaveUp: cell.fault === 'slow' && faulted?.exchange.delivered === 'none',
  }
}

/** Judged by the record and not by the data at the end, because a suite may reset its worlds. */
function createdAgain({ run, reference, cell: { place } }: Trial, faulted: Call | undefined): readonly Call[] {
  if (faulted === undefined || !place?.creates) return []
  const created = run.calls.filter((call) => isCreation(call.exchange) && groupOf(call) === groupOf(place))
  const equal = created.filter(({ key }) => key === place.key)
  const after = (calls: readonly Call[]) => calls.filter(({ exchange }) => exchange.number > faulted.exchange.number)
  if (equal.length > reference.count(place.key)) return after(equal)
  return created.length > reference.creations(place.world, place.operation).most ? after(created) : []
}

/**
 * Whether the suite runs a failed test again. The sign: a creation came again although its reply had arrived whole. A client has no
 * reason to do that.
 */
export function repeatsTests({ run, reference, cell }: Trial): boolean {
  const isWhole = ({ exchange, isFaulted }: Call) =>
    isCreation(exchange) && exchange.delivered === 'whole' && (!isFaulted || cell.fault === DRIFT)
  const whole = Map.groupBy(run.calls.filter(isWhole), ({ key }) => key)
  return [...whole].some(([key, calls]) => reference.count(key) > 0 && calls.length > reference.count(key))
}

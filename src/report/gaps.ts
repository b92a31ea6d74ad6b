// The gaps between the tries of a run. A gap goes from the end of a try to the arrival of the next try.

import { isWaitedOut } from './asked-waits.ts'
import { elapsed } from './facts.ts'
import { pairsOf, type Run } from './runs.ts'

/** In milliseconds. A gap in which the client waited for Retry-After is left out, because the client did not choose its length. */
export const ownGapsOf = (run: Run): number[] =>
  pairsOf(run)
    .filter(([from, to]) => from.failure !== 'refused' && !isWaitedOut(from, to))
    .map(([from, to]) => Math.max(0, elapsed(from.closed, to.arrived)))

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

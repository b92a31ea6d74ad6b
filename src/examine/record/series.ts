// Series: a failed call and the equal calls after it. One run cannot show whether they are tries of one call: they may be several tests,
// callers in parallel, or a loop of a test. So rules count the calls, and never chain them.

import { defined } from '../../ground/defined.ts'
import type { Timeline, TimelineTry } from '../../ground/generated/report.ts'
import { productOf } from '../../record/exchange.ts'
import type { Fact, Identity } from './fact.ts'

/** In the order of arrival. The first call failed, the last one may be a success. */
export type Series = readonly [Fact, ...Fact[]]

/** A call that comes more than this after the end of the asked wait is a new call. */
const QUIET_MS = 60_000

/** Oldest first. */
export const findSeries = (facts: readonly Fact[]): Series[] =>
  [...Map.groupBy(facts.toSorted(byArrival), nameCall).values()]
    .flatMap((group) => splitBetween(group, (before, fact) => before.failure === undefined || isApart(before, fact)))
    .filter(([first]) => first.failure !== undefined)
    .sort(([one], [other]) => one.number - other.number)

const byArrival = (one: Fact, other: Fact) => one.arrived.monotonic - other.arrived.monotonic

/** Equal calls have the same name. */
export const nameCall = ({ world, episode, userAgent, switches, testCase, method, target, body, key }: Identity) =>
  [world, episode, productOf(userAgent), switches, testCase?.name ?? '', method, target, body, key].join('\n')

export function splitBetween(calls: readonly Fact[], areApart: (before: Fact, fact: Fact) => boolean): Series[] {
  const parts: [Fact, ...Fact[]][] = []
  for (const [index, fact] of calls.entries()) {
    const before = calls[index - 1]
    if (before === undefined || areApart(before, fact)) parts.push([fact])
    else parts.at(-1)?.push(fact)
  }
  return parts
}

const isApart = ({ closed, asked }: Fact, { arrived }: Fact) =>
  arrived.monotonic - closed.monotonic > QUIET_MS + (asked?.seconds ?? 0) * 1000

/** The call arrived before the end of the previous call, so its sender did not know the previous reply. */
export const overlaps = (before: Fact, { arrived }: Fact) => arrived.monotonic < before.closed.monotonic

export const neighboursOf = (calls: readonly Fact[]) => calls.slice(1).map((to, index) => ({ from: calls[index] as Fact, to }))

export function describeSeries(calls: Series): Timeline {
  const [{ world, operation, method, target, testCase }] = calls
  const { failure, isExpected } = calls.at(-1) as Fact
  const outcome = failure === undefined ? 'succeeded' : failure === 'refused' ? 'refused' : 'failed'
  const tries = calls.map((fact, index) => describeTry(fact, calls[index - 1]))
  return defined({ world, operation, method, target, case: testCase?.name, outcome, announced: isExpected || undefined, tries })
}

function describeTry(fact: Fact, before: Fact | undefined): TimelineTry {
  const gap = before && !overlaps(before, fact) ? Math.round(fact.arrived.monotonic - before.closed.monotonic) / 1000 : undefined
  return defined({ request: fact.id, gap, status: fact.status })
}

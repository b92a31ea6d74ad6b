// Describes each failed call as a timeline of its tries. A timeline is a fact, not a finding.

import { calledInParallel } from './callers.ts'
import { elapsed } from './facts.ts'
import type { Timeline, TimelineTry } from './report.ts'
import { type Series, spanOf, type Try } from './series.ts'

export const MAX_TIMELINES = 200
const MAX_TRIES = 20

export function describeSeries(series: Series, now: number): Timeline {
  const { world, operation, method, target, caseName, stretches } = series
  const tries = stretches.flatMap(({ tries, success }) => (success ? [...tries, success] : tries))
  const leftOut = stretches.reduce((sum, stretch) => sum + stretch.leftOut, 0)
  const reported = tries.map((one, index) => describeTry(one, tries[index - 1]))
  const half = MAX_TRIES / 2
  const shown = reported.length <= MAX_TRIES ? reported : [...reported.slice(0, half), ...reported.slice(-half)]
  return {
    world,
    ...(operation !== undefined && { operation }),
    method,
    target,
    ...(caseName !== undefined && { case: caseName }),
    outcome: outcomeOf(tries.at(-1), now),
    tries: shown,
    triesLeftOut: leftOut + reported.length - shown.length,
  }
}

function describeTry(one: Try, before: Try | undefined): TimelineTry {
  const { id, arrived, closed, status, cause, asked, endedBy } = one
  return {
    request: id,
    at: new Date(arrived.real).toISOString(),
    ...(before && { gap: toSeconds(Math.max(0, arrived.monotonic - before.closed.monotonic)) }),
    took: toSeconds(closed.monotonic - arrived.monotonic),
    status,
    cause,
    ...(asked && { asked: Number(asked.seconds.toFixed(3)) }),
    ...(endedBy && { endedBy }),
  }
}

export const toSeconds = (ms: number) => Math.round(ms) / 1000

function outcomeOf(last: Try | undefined, now: number): Timeline['outcome'] {
  if (last?.failure === undefined) return 'recovered'
  if (last.failure === 'refused') return 'refused'
  const mayComeBack = last.asked !== undefined && now - last.closed.monotonic < last.asked.seconds * 1000
  return mayComeBack ? 'under way' : 'gave up'
}

/** Picks the series to show. Refusals come last, because a suite may have many of them and they are not tried again. */
export function pickSeries(all: readonly Series[], limit: number): Series[] {
  const isTelling = ({ stretches }: Series) =>
    stretches.some(({ tries, success }) => tries.length > 1 || success !== undefined || tries[0]?.failure !== 'refused')
  const telling = all.filter(isTelling)
  const rest = all.filter((series) => !isTelling(series))
  return [...telling, ...rest].slice(0, limit).sort((one, other) => spanOf(one)[0] - spanOf(other)[0])
}

/** A time between two tries in which the client did nothing else, and the reason for the wait. */
export interface WaitedFor {
  readonly what: 'Retry-After' | 'back-off'
  readonly ms: number
}

const MIN_WAIT_MS = 20
const MAX_WAIT_MS = 300_000

/** The waits between tries. A wait has no other call of the caller in it, and takes 20 ms to 5 minutes. */
export function* waitsIn(series: Series): Generator<WaitedFor> {
  const { stretches, caller } = series
  if (calledInParallel(caller, ...spanOf(series))) return
  for (const { tries, success } of stretches) {
    const all = success ? [...tries, success] : tries
    for (const [index, one] of all.entries()) {
      const before = all[index - 1]
      if (before === undefined || one.order !== before.order + 1) continue
      const ms = one.arrived.monotonic - before.closed.monotonic
      if (ms < MIN_WAIT_MS || ms > MAX_WAIT_MS || before.failure === 'refused') continue
      const isAsked = before.asked !== undefined && elapsed(before.closed, one.arrived) >= before.asked.seconds * 900
      yield { what: isAsked ? 'Retry-After' : 'back-off', ms }
    }
  }
}

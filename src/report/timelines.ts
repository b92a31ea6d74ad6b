// Describes each failed call as a timeline of its later equals, and adds up the waits between them. These are facts, not findings.

import { type Fact, isPassing } from './fact.ts'
import type { Timeline, TimelineTry, Waited } from './report-facts.ts'
import type { Series } from './series.ts'
import type { WorldFacts } from './world-facts.ts'

const MAX_TIMELINES = 200
const MAX_TRIES = 20
const MIN_WAIT_MS = 20

/** The timelines, oldest first. Refusals are left out first, because a suite may have many of them. */
export function listTimelines(all: readonly Series[], now: number): { calls: Timeline[]; callsLeftOut: number } {
  const isTelling = ({ calls }: Series) => calls.length > 1 || calls[0]?.failure !== 'refused'
  const picked = new Set([...all.filter(isTelling), ...all.filter((series) => !isTelling(series))].slice(0, MAX_TIMELINES))
  const calls = all.filter((series) => picked.has(series)).map((series) => describeSeries(series, now))
  return { calls, callsLeftOut: all.length - calls.length }
}

function describeSeries({ calls }: Series, now: number): Timeline {
  const [{ world, operation, method, target, testCase }] = calls as readonly [Fact]
  const tries = calls.map((fact, index) => describeTry(fact, calls[index - 1]))
  const shown = tries.length <= MAX_TRIES ? tries : [...tries.slice(0, MAX_TRIES / 2), ...tries.slice(-MAX_TRIES / 2)]
  return {
    world,
    ...(operation !== undefined && { operation }),
    ...{ method, target },
    ...(testCase && { case: testCase.name }),
    outcome: outcomeOf(calls.at(-1) as Fact, now),
    ...(calls.at(-1)?.isExpected && { announced: true as const }),
    tries: shown,
    triesLeftOut: tries.length - shown.length,
  }
}

function describeTry({ id, arrived, closed, status, cause, asked, endedBy }: Fact, before: Fact | undefined): TimelineTry {
  return {
    request: id,
    at: new Date(arrived.real).toISOString(),
    ...(before && { gap: toSeconds(Math.max(0, arrived.monotonic - before.closed.monotonic)) }),
    took: toSeconds(closed.monotonic - arrived.monotonic),
    status,
    cause,
    ...(asked && asked.seconds > 0 && { asked: Number(asked.seconds.toFixed(3)) }),
    ...(endedBy && { endedBy }),
  }
}

export const toSeconds = (ms: number) => Math.round(ms) / 1000

function outcomeOf(last: Fact, now: number): Timeline['outcome'] {
  if (last.failure === undefined) return 'recovered'
  if (last.failure === 'refused') return 'refused'
  return last.asked !== undefined && now - last.closed.monotonic < last.asked.seconds * 1000 ? 'under way' : 'gave up'
}

/** How long the clients waited, and for what. Back-offs and slow replies can cost a test suite minutes. */
export function sumUpWaits(all: readonly Series[], worlds: readonly Pick<WorldFacts, 'slow'>[]): Waited {
  const sums = {
    'Retry-After': { ms: 0, times: 0 },
    'back-off': { ms: 0, times: 0 },
    'slow reply': { ms: 0, times: 0 },
    'no reply': { ms: 0, times: 0 },
  }
  const add = (what: keyof typeof sums, ms: number, times: number) => {
    sums[what].ms += ms
    sums[what].times += times
  }
  for (const series of all) for (const { what, ms } of waitsIn(series)) add(what, ms, 1)
  for (const { slow } of worlds) {
    add('slow reply', slow.slow.ms, slow.slow.times)
    add('no reply', slow.none.ms, slow.none.times)
  }
  const on = Object.entries(sums).flatMap(([what, { ms, times }]) =>
    times === 0 ? [] : [{ what: what as keyof typeof sums, seconds: toSeconds(ms), times }],
  )
  return { total: toSeconds(Object.values(sums).reduce((total, { ms }) => total + ms, 0)), on }
}

function* waitsIn({ calls, hasOverlap }: Series): Generator<{ what: 'Retry-After' | 'back-off'; ms: number }> {
  if (hasOverlap) return
  for (const [index, fact] of calls.entries()) {
    const before = calls[index - 1]
    if (before === undefined || !isPassing(before) || fact.order !== before.order + 1) continue
    const ms = fact.arrived.monotonic - before.closed.monotonic
    if (ms < MIN_WAIT_MS) continue
    yield { what: before.asked !== undefined && ms >= before.asked.seconds * 900 ? 'Retry-After' : 'back-off', ms }
  }
}

// Describes each failed call with the equal calls after it, and adds up pauses and slow replies. These are facts, not findings.

import type { Timeline, TimelineTry, Waited } from '../../ground/generated/report.ts'
import { type Fact, isPassing } from './fact.ts'
import { overlaps, pairsOf, type Series } from './series.ts'
import { SLOW_MS } from './world-facts.ts'

const MAX_TIMELINES = 200
const MAX_TRIES = 20
const MIN_WAIT_MS = 20

/** The timelines, oldest first. Refusals are left out first, because a suite may have many of them. @internal */
export function listTimelines(all: readonly Series[]): { calls: Timeline[]; callsLeftOut: number } {
  const showsBehaviour = (calls: Series) => calls.length > 1 || calls[0].failure !== 'refused'
  const picked = new Set([...all.filter(showsBehaviour), ...all.filter((series) => !showsBehaviour(series))].slice(0, MAX_TIMELINES))
  const calls = all.filter((series) => picked.has(series)).map(describeSeries)
  return { calls, callsLeftOut: all.length - calls.length }
}

function describeSeries(calls: Series): Timeline {
  const [{ world, operation, method, target, testCase }] = calls
  const { failure, isExpected } = calls.at(-1) as Fact
  const tries = calls.map((fact, index) => describeTry(fact, calls[index - 1]))
  const triesLeftOut = Math.max(0, tries.length - MAX_TRIES)
  return {
    world,
    ...(operation !== undefined && { operation }),
    ...{ method, target },
    ...(testCase && { case: testCase.name }),
    outcome: failure === undefined ? 'succeeded' : failure === 'refused' ? 'refused' : 'failed',
    ...(isExpected && { announced: true as const }),
    tries: triesLeftOut === 0 ? tries : tries.toSpliced(MAX_TRIES / 2, triesLeftOut),
    triesLeftOut,
  }
}

function describeTry(fact: Fact, before: Fact | undefined): TimelineTry {
  const { id, arrived, closed, status, causes, asked, endedBy } = fact
  return {
    request: id,
    at: new Date(arrived.real).toISOString(),
    ...(before && !overlaps(before, fact) && { gap: toSeconds(arrived.monotonic - before.closed.monotonic) }),
    took: toSeconds(closed.monotonic - arrived.monotonic),
    status,
    cause: causes.map(({ name, parameters }) => String(parameters?.name ?? name)).join(', '),
    ...(asked && asked.seconds > 0 && { asked: Number(asked.seconds.toFixed(3)) }),
    ...(endedBy && { endedBy }),
  }
}

const toSeconds = (ms: number) => Math.round(ms) / 1000

type Reason = Waited['on'][number]['what']
const REASONS: readonly Reason[] = ['pause after Retry-After', 'pause', 'slow reply', 'no reply']

/** Pauses before equal calls, and slow replies. They can cost a test suite minutes. @internal */
export function sumUpWaits(all: readonly Series[], facts: readonly Fact[]): Waited {
  const slow = facts.flatMap(({ arrived, closed, delivered }) => {
    const ms = closed.monotonic - arrived.monotonic
    return ms > SLOW_MS ? [{ what: delivered === 'none' ? 'no reply' : 'slow reply', ms }] : []
  })
  const waits = [...all.flatMap(pausesIn), ...slow]
  const on = REASONS.flatMap((what) => {
    const own = waits.filter((wait) => wait.what === what)
    return own.length === 0 ? [] : [{ what, seconds: toSeconds(sumOf(own)), times: own.length }]
  })
  return { total: toSeconds(sumOf(waits)), on }
}

const sumOf = (waits: readonly { readonly ms: number }[]) => waits.reduce((total, { ms }) => total + ms, 0)

/** Only where the program made no other call in between. Parallel calls wait for nothing. */
const pausesIn = (calls: Series): { what: Reason; ms: number }[] =>
  pairsOf(calls).flatMap(({ from, to }) => {
    const ms = to.arrived.monotonic - from.closed.monotonic
    if (!isPassing(from) || to.order !== from.order + 1 || ms < MIN_WAIT_MS) return []
    const isAsked = from.asked !== undefined && ms >= from.asked.least
    return [{ what: isAsked ? 'pause after Retry-After' : 'pause', ms }]
  })

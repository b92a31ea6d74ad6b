// Describes each failed call with the equal calls after it, and adds up pauses and slow replies. These are facts, not findings.

import type { Timeline, TimelineTry, Waited } from '../../ground/generated/report.ts'
import { type Fact, isPassing } from './fact.ts'
import { overlaps, pairsOf, type Series } from './series.ts'
import { SLOW_MS } from './world-facts.ts'

const MAX_TIMELINES = 200
const MAX_TRIES = 20
const MIN_WAIT_MS = 20

/** The timelines, oldest first. @internal */
export const listTimelines = (all: readonly Series[]): { calls: Timeline[]; callsLeftOut: number } => ({
  calls: all.slice(0, MAX_TIMELINES).map(describeSeries),
  callsLeftOut: Math.max(0, all.length - MAX_TIMELINES),
})

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

interface Wait {
  readonly what: Waited['on'][number]['what']
  readonly ms: number
}

/** Pauses before equal calls, and slow replies. They can cost a test suite minutes. @internal */
export function sumUpWaits(all: readonly Series[], facts: readonly Fact[]): Waited {
  const waits = [...all.flatMap(pausesIn), ...facts.flatMap(slowReply)]
  const kinds = [...Map.groupBy(waits, ({ what }) => what)]
  const on = kinds.map(([what, own]) => ({ what, seconds: toSeconds(sumOf(own)), times: own.length }))
  return { total: toSeconds(sumOf(waits)), on }
}

const sumOf = (waits: readonly Wait[]) => waits.reduce((total, { ms }) => total + ms, 0)

function slowReply({ arrived, closed, delivered }: Fact): Wait[] {
  const ms = closed.monotonic - arrived.monotonic
  return ms > SLOW_MS ? [{ what: delivered === 'none' ? 'no reply' : 'slow reply', ms }] : []
}

/** Only where the program made no other call in between. Parallel calls wait for nothing. */
const pausesIn = (calls: Series): Wait[] =>
  pairsOf(calls).flatMap(({ from, to }) => {
    const ms = to.arrived.monotonic - from.closed.monotonic
    if (!isPassing(from) || to.order !== from.order + 1 || ms < MIN_WAIT_MS) return []
    const isAsked = from.asked !== undefined && ms >= from.asked.least
    return [{ what: isAsked ? 'pause after Retry-After' : 'pause', ms }]
  })

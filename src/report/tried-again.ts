// Finds temporary failures, and whether the client tried these calls again. Two rules use this file, for different kinds of
// failures.

import type { Exchange } from '../exchange/exchange.ts'
import type { Caller } from './callers.ts'
import { callOf, type Facts, replyHeaderOf } from './facts.ts'
import { readAsk } from './retry-after.ts'
import type { WorldParts } from './rules/rule.ts'
import { nameCall } from './series.ts'
import { addFinding, createTally, type Subject, subjectOf } from './tally.ts'

export interface TriedAgain {
  readonly parts: WorldParts
  /** The failures by method, path and query, without the body. */
  readonly failed: Map<string, Failed[]>
  size: number
  kept: number
}

interface Failed {
  readonly id: string
  readonly call: string
  readonly arrived: number
  readonly closed: number
  /** The earliest time for another try, in milliseconds of the process. */
  readonly until: number
  readonly caller: Caller
  readonly subject: Subject
  /** The operation and the test. Failures of one kind count as one. */
  readonly kind: string
}

const MAX_FAILED = 500
/** In seconds. Failures that ask for a longer wait are left out, because a test may end before that. */
const MAX_WAIT = { GET: 60, others: 10 }
/** A client counts as still running if a call with its key came this long after the wait. */
const SEEN_MS = 5000
const CLOSED_MS = 1000
const ENOUGH = 3

export const createTriedAgain = (parts: WorldParts): TriedAgain => ({ parts, failed: new Map(), size: 0, kept: 0 })

/** Notes an exchange: it may try a failed call again, and it may be a new failure that a retry would help. */
export function noteTry(state: TriedAgain, exchange: Exchange, facts: Facts, isMeant: (facts: Facts, exchange: Exchange) => boolean): void {
  const isFailure = facts.failure !== undefined && !facts.isExpected && isMeant(facts, exchange) && mayPass(exchange, facts)
  if (state.size === 0 && !isFailure) return
  const call = callOf(exchange)
  const earlier = state.failed.get(call)
  if (earlier) forgetTried(state, call, earlier, exchange)
  if (!isFailure) return
  const wait = waitOf(exchange, facts)
  if (wait > (exchange.request.method === 'POST' ? MAX_WAIT.others : MAX_WAIT.GET)) return
  if (state.size >= MAX_FAILED) return
  const { id, arrived, replied, closed = arrived, operation, testCase } = exchange
  const failed: Failed = {
    ...{ id, call: nameCall(exchange), arrived: arrived.monotonic, closed: closed.monotonic, caller: facts.caller },
    until: (replied ?? closed).monotonic + wait * 1000,
    subject: subjectOf(exchange),
    kind: `${operation} ${testCase?.name}`,
  }
  state.failed.set(call, [...(state.failed.get(call) ?? []), failed])
  state.size += 1
}

/** True for a temporary failure: the real rate limit, or a scenario that later calls can pass. */
function mayPass({ appliedSteps, count }: Exchange, { status }: Facts): boolean {
  if (status === 429 && count.verdict === 'refused') return true
  return appliedSteps.some(({ passes }) => passes !== 'never')
}

/** Seconds until the end of Retry-After, and for a 429 also until X-RateLimit-Reset. */
function waitOf(exchange: Exchange, { status }: Facts): number {
  const asked = readAsk(exchange, status)?.seconds ?? 0
  if (status !== 429) return asked
  const reset = Number(replyHeaderOf(exchange, 'x-ratelimit-reset'))
  const sent = (exchange.replied ?? exchange.arrived).world / 1000
  return Math.max(asked, Number.isFinite(reset) ? reset - sent : 0)
}

function forgetTried(state: TriedAgain, call: string, earlier: readonly Failed[], exchange: Exchange): void {
  const whole = nameCall(exchange)
  const left = earlier.filter((one) => one.call !== whole || one.arrived >= exchange.arrived.monotonic)
  if (left.length === earlier.length) return
  state.kept += earlier.length - left.length
  state.size -= earlier.length - left.length
  if (left.length === 0) state.failed.delete(call)
  else state.failed.set(call, left)
}

/** Failures that were never tried again, although their caller was still running after the wait. */
function abandonedOf({ failed, parts }: TriedAgain): Failed[] {
  const seen = new Map<string, number>()
  const lastSeen = ({ key = '' }: Caller) => {
    const last = seen.get(key) ?? parts.callers.lastSeen(key === '' ? undefined : key)
    seen.set(key, last)
    return last
  }
  return [...failed.values()].flat().filter((one) => lastSeen(one.caller) >= one.until + SEEN_MS && !isGone(one))
}

/** True when the program ended: its connections were closed soon after the failure, and it never called again. */
const isGone = ({ closed, caller: { allClosed, lastArrived } }: Failed) =>
  allClosed !== undefined && allClosed - closed <= CLOSED_MS && lastArrived.monotonic <= closed

export function concludeTries(states: readonly TriedAgain[], message: (count: number) => string, advice: string) {
  const kept = states.reduce((sum, state) => sum + state.kept, 0)
  const tally = createTally()
  const abandoned = states.flatMap(abandonedOf)
  const kinds = new Set(abandoned.map(({ kind }) => kind))
  const [first] = abandoned
  if (kept === 0 && kinds.size >= ENOUGH && first)
    addFinding(tally, {
      ...first.subject,
      level: 'advice',
      message: message(abandoned.length),
      advice,
      requests: abandoned.map(({ id }) => id),
      count: abandoned.length,
    })
  return { isExercised: kept > 0, findings: [...tally.findings.values()].map(({ operation: _, case: _case, ...finding }) => finding) }
}

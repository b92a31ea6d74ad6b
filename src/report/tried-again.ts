// Failures after which another try would have helped, and whether anybody tried again. Two rules use it: they differ in the
// failures that they look at.

import type { Exchange } from '../record/exchange.ts'
import type { Caller } from './callers.ts'
import { callOf, type Facts, replyHeaderOf } from './facts.ts'
import { readAsk } from './retry-after.ts'
import type { WorldParts } from './rules/rule.ts'
import { nameCall } from './series.ts'
import { addFinding, createTally, type Subject, subjectOf } from './tally.ts'

export interface TriedAgain {
  readonly parts: WorldParts
  /** By the call without its body. */
  readonly failed: Map<string, Failed[]>
  size: number
  kept: number
}

interface Failed {
  readonly id: string
  readonly call: string
  readonly arrived: number
  readonly closed: number
  /** When another try makes sense, in milliseconds of the process. */
  readonly until: number
  readonly caller: Caller
  readonly subject: Subject
  /** Tests and operations by which failures differ. */
  readonly kind: string
}

const MAX_FAILED = 500
/** In seconds: so long somebody may be asked to wait, and so long a test waits with a creation. */
const MAX_WAIT = { GET: 60, others: 10 }
/** The same key was still there so much later. */
const SEEN_MS = 5000
const CLOSED_MS = 1000
const ENOUGH = 3

export const createTriedAgain = (parts: WorldParts): TriedAgain => ({ parts, failed: new Map(), size: 0, kept: 0 })

/** Notes whether an exchange tries a failed call again, and whether it failed so that a retry makes sense. */
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

/** Later calls can get by: the scenario's steps end, or luck decides, or the limit is a real one. */
function mayPass({ plays, count }: Exchange, { status }: Facts): boolean {
  if (status === 429 && count.verdict === 'refused') return true
  return plays.some(({ passes }) => passes !== 'never')
}

/** Seconds until Retry-After is over, and of a 429 also the reset. */
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

/** Failures that were never tried again although there was time, of a caller that was there. */
function abandonedOf({ failed, parts }: TriedAgain): Failed[] {
  const seen = new Map<string, number>()
  const lastSeen = ({ key = '' }: Caller) => {
    const last = seen.get(key) ?? parts.callers.lastSeen(key === '' ? undefined : key)
    seen.set(key, last)
    return last
  }
  return [...failed.values()].flat().filter((one) => lastSeen(one.caller) >= one.until + SEEN_MS && !isGone(one))
}

/** The program ended: its connections were closed soon after, and it never came back. */
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

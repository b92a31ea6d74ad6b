// Compares the record of one run with the runs without a fault: which calls came more often, and how many at once. Equal calls are counted
// and never chained, because nobody can tell a second try from another test's first call.

import type { Exchange } from '../ground/generated/control.ts'
import { isRealTime } from '../ground/moment.ts'
import { headerOf } from '../record/exchange.ts'
import type { PlannedRun } from './plan.ts'
import { readAsk } from './record/retry-after.ts'
import { type Call, callsIn, creationsIn, creationsOf, endOf, isChanging, isCreation, isRead, type Reference } from './reference.ts'
import type { Aim, CampaignParts, Run, Suite } from './run-suite.ts'
import { listReruns } from './runner-output.ts'

/** A campaign after its runs without a fault. */
export interface Campaign extends Suite {
  readonly parts: CampaignParts
  /** When it began, in milliseconds since this process began. */
  readonly started: number
  /** The two runs without a fault. */
  readonly usual: readonly Run[]
  readonly reference: Reference
  /** The bounds of the runs with a fault. */
  readonly limits: Pick<Aim, 'seconds' | 'maxCalls'>
}

export type Trial = Readonly<ReturnType<typeof readTrial>>

export function readTrial(planned: PlannedRun, run: Run, { reference, usual }: Campaign) {
  const calls = run.exchanges.map(reference.identify)
  // The call that got the fault. Undefined for a lie, and for a fault of the whole run.
  const faulted = planned.place && calls.find(({ exchange }) => run.met.has(exchange))
  const equalCalls = faulted && findEqualCalls(faulted, calls, reference)
  const known = new Set(usual.flatMap(({ output }) => listReruns(output)))
  // Words of the output about skipped or repeated tests that the runs without a fault do not have.
  const rerun = listReruns(run.output).find((words) => !known.has(words))
  return { ...run, planned, reference, usual, rerun, calls, faulted, equalCalls, repeated: findRepeated(calls, faulted, reference) }
}

export type EqualCalls = Readonly<ReturnType<typeof findEqualCalls>>

/** The equal calls from the faulted call on. A call that the reference does not know counts with the call before it. */
function findEqualCalls({ key, group, exchange: { number } }: Call, calls: readonly Call[], reference: Reference) {
  let latest = key
  const own: readonly Call[] = calls.filter((call) => {
    if (call.group !== group || call.exchange.number < number) return false
    if (reference.count(call.key) > 0) latest = call.key
    return latest === key
  })
  const hasUnknown = own.some((call) => call.key !== key) || reference.count(key) === 0
  const isBefore = (call: Call) => (hasUnknown ? call.group === group : call.key === key) && call.exchange.number < number
  // Unknown values may stand for any call of the group.
  const usual = hasUnknown ? reference.most(callsIn(group)) : reference.count(key)
  // How many such calls the run without a fault makes from the faulted call on, this call included.
  const expected = Math.max(1, usual - calls.filter(isBefore).length)
  return { key, group, calls: own, expected, hasUnknown }
}

/**
 * The first call that came too early. With it, more equal calls were under way or had to wait than the suite makes from the fault on, or
 * more of the same request than it ever makes. A call is under way until its reply, and then waits as long as the reply asked. Only replies
 * of the fault count, not the real rate limit. The call must be the same request: other values may be the next item of a suite.
 */
export function findEarly({ equalCalls, met, reference }: Trial) {
  const { calls = [], expected = 1 } = equalCalls ?? {}
  for (const call of calls) {
    const { arrived, number } = call.exchange
    const isUnderWay = (one: Exchange) => one.number < number && arrived.monotonic < endOf(one) + waitAfter(one)
    const others = calls.filter(({ exchange }) => isUnderWay(exchange))
    const after = others.findLast(
      (one) => met.has(one.exchange) && endOf(one.exchange) <= arrived.monotonic && isSameRequest(one, call) && isAsked(one, call),
    )
    if (after === undefined) continue
    if (others.length + 1 > expected) return { after, call, callers: others.length + 1, most: expected }
    const isSame = (one: Call) => one.key === call.key && isSameRequest(one, call)
    const [callers, most] = [others.filter(isSame).length + 1, reference.most(isSame)]
    if (most > 0 && callers > most) return { after, call, callers, most }
  }
  return undefined
}

/** Milliseconds that a client must wait after a reply. 0 with a moved clock: nobody knows by which clock the client waits. */
const waitAfter = (exchange: Exchange) =>
  exchange.replied === undefined || !isRealTime(exchange.arrived) ? 0 : (readAsk(exchange)?.least ?? 0)

/** Milliseconds from the end of a call to the arrival of another. */
export const gapBetween = ({ exchange: before }: Call, { exchange: { arrived } }: Call) => arrived.monotonic - endOf(before)

/** Whether the suite sent a call more often than without a fault. */
export const repeats = (trial: Trial, { key, group }: Pick<Call, 'key' | 'group'>) =>
  // A repeated test may send another random value, which only counts in its group.
  comesAgain(trial, key) || hasMore(trial, group)

export const comesAgain = ({ calls, reference }: Trial, key: string) =>
  calls.filter((call) => call.key === key).length > reference.count(key)

export const hasMore = ({ calls, reference }: Trial, group: string) => calls.filter(callsIn(group)).length > reference.most(callsIn(group))

/**
 * A creation beyond the runs without a fault, and the one before it. Empty without such a creation.
 * A client that repeats a creation sends the same body again. Other bodies may be items of a suite that makes a random number of them.
 * Judged by the record and not by the data at the end, because a suite may reset its worlds.
 */
function findRepeated(calls: readonly Call[], faulted: Call | undefined, reference: Reference): readonly Call[] {
  if (faulted === undefined) return []
  for (const [group, created] of Map.groupBy(calls.filter(isCreation), (call) => call.group)) {
    const [{ operation }] = created as [Call]
    if (created.length <= reference.most(creationsIn(group))) continue
    // A runner with workers may give a test to another worker, which has a world of its own.
    if (calls.filter(creationsOf(operation)).length <= reference.most(creationsOf(operation))) continue
    const isMore = (key: string, own: readonly Call[]) => reference.count(key) > 0 && own.length > reference.count(key)
    const [, extra = created] = [...Map.groupBy(created, ({ key }) => key)].find(([key, own]) => isMore(key, own)) ?? []
    const last = extra.at(-1)
    if (last === undefined || last.exchange.number <= faulted.exchange.number) continue
    const pairs = extra.flatMap((again, at) => {
      const first = extra.slice(0, at).findLast((one) => isSameRequest(one, again))
      return first && again.exchange.number > faulted.exchange.number ? [[first, again]] : []
    })
    return pairs.at(-1) ?? extra.slice(-2)
  }
  return []
}

/**
 * Whether another call of the group is missing. By chance it may have come with the values of these calls. When a test failed after the
 * fault of one call, only a call whose values change counts: the failed test may not have come to the others.
 */
export const missesAnother = ({ calls, reference, exitCode, planned }: Trial, { group, key }: EqualCalls) =>
  reference.places.some(
    (place) =>
      place.group === group &&
      place.key !== key &&
      (exitCode === 0 || planned.fault.lasts || isChanging(place)) &&
      calls.filter((call) => call.key === place.key).length < reference.count(place.key),
  )

/** Whether two calls send the same. Equal calls may differ in values that change from run to run. */
export const isSameRequest = ({ exchange: { request: one } }: Call, { exchange: { request: other } }: Call) =>
  one.path === other.path && one.query === other.query && one.body?.text === other.body?.text && one.body?.sha256 === other.body?.sha256

const keyOf = ({ exchange: { caller } }: Call) => caller.key ?? caller.refusal?.digest

/** A 429 and a 401 are about a key (RFC 9110 §15.5.2). */
export const hasSameKey = (one: Call, other: Call) => keyOf(one) === keyOf(other)

const hostOf = ({ exchange: { request } }: Call) => headerOf(request.headers, 'host')

/** Whether the wait that a reply asks for binds a later call: a 429 binds its key, and a 503 only its host, so a failover may come at once. */
const isAsked = (one: Call, other: Call) => hasSameKey(one, other) && (one.exchange.reply?.status === 429 || hostOf(one) === hostOf(other))

/** Whether the suite carried out fewer creations of the faulted call's kind than without a fault. */
export function createdLess({ calls, faulted, reference }: Trial): boolean {
  if (faulted === undefined) return false
  const kinds = [creationsIn(faulted.group), creationsOf(faulted.operation)]
  return !reference.varies(creationsIn(faulted.group)) && kinds.every((kind) => calls.filter(kind).length < reference.most(kind))
}

export const isDelivered = ({ exchange }: Call) => exchange.delivered === 'whole' && (exchange.reply?.status ?? 500) < 400

/** The call succeeds only without the fault. No equal call succeeded later, and no GET that the suite does not send without the fault. */
export function isIgnored({ calls, reference, equalCalls: own, planned: { place, fault } }: Trial): boolean {
  if (own === undefined || place === undefined || !isDelivered(place)) return false
  // Another creation, with other values, may have taken the place of this one.
  const created = calls.filter(creationsIn(place.group)).filter(isDelivered).length
  if (isCreation(place) && created >= reference.most(creationsIn(place.group))) return false
  const reads = Map.groupBy(calls.filter(isRead).filter(isDelivered), ({ key }) => key)
  // A late reply is a success too.
  return (
    !own.calls.slice(fault.delay === undefined ? 1 : 0).some(isDelivered) &&
    [...reads].every(([key, same]) => same.length <= reference.count(key))
  )
}

const STILL_WAITING_MS = 1000

/** Milliseconds from the arrival of a call to the close of its exchange. */
export const tookOf = ({ exchange: { arrived, closed = arrived } }: Call) => closed.monotonic - arrived.monotonic

/** Whether the suite ended during the wait that the last reply of the run asked for. */
export function isWaiting({ exchanges, endedAt, reference, equalCalls }: Trial): boolean {
  const last = exchanges.at(-1)
  if (last === undefined) return false
  const idle = endedAt - endOf(last)
  // A slow machine is slow without a fault too.
  return equalCalls?.calls.at(-1)?.exchange === last && idle > 2 * reference.idle + STILL_WAITING_MS && idle < waitAfter(last)
}

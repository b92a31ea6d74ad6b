// What a run with a fault may come to. The order counts: the first suspicion that its control proves wins, then the first that stays in
// doubt, then the first outcome that applies. `ok` applies to every run.

import type { Outcome as OutcomeName } from '../ground/generated/report.ts'
import { tellBroken, tellEarly, tellHammers, tellTwice, tellUnfinished } from './describe.ts'
import { type Call, isRead, isSuccess } from './reference.ts'
import { createdLess, isOpenAtEnd, isWaiting, outOfTime, type Series, type Trial, tookOf } from './trial.ts'

/** What a run looks like, before its control was played. */
export interface Suspicion {
  /** Which control decides. */
  readonly kind: 'repetition' | 'haste' | 'stuck'
  readonly series: Series
  /** The call that should not have come. Absent when they are many. */
  readonly again?: Call
  readonly rule: string
  readonly expected: string
  readonly observed: string
}

export interface Outcome {
  /** The word in the table of the report. */
  readonly name: OutcomeName
  /** The level when nobody is suspected. A suspicion fails when its control proves it, and advises when it stays in doubt. */
  readonly level: 'advice' | 'pass'
  /** The rule that advice belongs to. */
  readonly rule?: (trial: Trial) => string | undefined
  /** A finding in doubt begins with "Looks like" and these words. */
  readonly looksLike: string
  /** What the run should have shown. A suspicion has its own. */
  readonly expected?: string
  readonly suspects?: (trial: Trial) => Suspicion | undefined
  readonly applies?: (trial: Trial) => boolean
  /** What else could explain the run, for an outcome without a suspicion. */
  readonly unless?: (trial: Trial) => string | undefined
  /** What happened, for an outcome without a suspicion. */
  readonly tells: (trial: Trial) => string
  readonly fix?: string
}

const MOST_TRIES = 20
const MOST_REFUSED = 3

export const OUTCOMES: readonly Outcome[] = [
  {
    ...{ name: 'twice', level: 'advice', looksLike: 'a blind retry of a creation', tells: tellTwice },
    suspects: suspectTwice,
    fix: 'look for the item before it is created again, or do not retry a POST',
  },
  {
    ...{ name: 'early', level: 'advice', looksLike: 'a retry before Retry-After is over', tells: () => '' },
    suspects: suspectEarly,
    fix: 'wait as long as Retry-After says, then retry',
  },
  {
    ...{ name: 'hammers', level: 'advice', looksLike: 'a client that tries too often', tells: () => '' },
    suspects: suspectHammers,
    fix: 'give up after five tries or so, never repeat a 401, and tell the caller',
  },
  {
    ...{ name: 'stuck', level: 'advice', looksLike: 'a call without a time-out', tells: () => '' },
    suspects: suspectStuck,
    fix: 'set a time-out for each call',
  },
  {
    ...{ name: 'unfinished', level: 'advice', looksLike: 'a run that ended too soon', tells: tellUnfinished },
    expected: 'a run that shows what the client does in the end',
    applies: isUnfinished,
    unless: ({ run }) => (run.killedBy === undefined ? 'the client had given up itself, and the test failed for this' : undefined),
    fix: "give a test, and a run, more time than the client's time-outs",
  },
  {
    ...{ name: 'waited', level: 'advice', looksLike: 'a long time-out, or none', rule: () => 'times-out' },
    applies: hasWaited,
    tells: ({ faulted }) => `the reply came after ${Math.round(tookOf(faulted) / 1000)} s, and the client took it`,
    expected: 'an end of the call before its reply came',
    fix: 'set a shorter time-out',
  },
  {
    ...{ name: 'broke', level: 'advice', looksLike: 'a client that rounds ids', rule: () => 'keeps-int64' },
    applies: (trial) => findRounded(trial) !== undefined,
    tells: (trial) => `the client sent ${findRounded(trial)?.evidence[0]?.note}`,
    expected: 'ids that come back as the sandbox gave them out',
    fix: 'read ids as 64-bit integers, or as text',
  },
  {
    ...{ name: 'broke', level: 'advice', looksLike: 'a suite that needs the service as it is today', tells: tellBroken },
    expected: 'a suite that passes with it too',
    applies: ({ run, planned: { place } }) => place === undefined && run.exitCode !== 0,
  },
  {
    ...{ name: 'told', level: 'pass', looksLike: '' },
    applies: ({ run }) => run.exitCode !== 0,
    tells: tellBroken,
  },
  {
    ...{ name: 'unseen', level: 'advice', looksLike: 'a hidden error' },
    expected: 'a failed test, a success in the end, or a look at the list',
    unless: () => 'your tests do without this call on purpose, or look at the list anyway',
    applies: (trial) => createdLess(trial) || isIgnored(trial),
    tells: (trial) =>
      `your tests passed although ${trial.planned.call} ${createdLess(trial) ? 'was not carried out' : 'never got a whole, successful reply'}: the client, a fixture or a skip hid it`,
  },
  { name: 'ok', level: 'pass', looksLike: '', applies: () => true, tells: () => 'the suite passed' },
]

function suspectTwice(trial: Trial): Suspicion | undefined {
  const { repeated, reference } = trial
  const [first, again] = repeated
  if (first === undefined || again === undefined) return undefined
  const hasUnknown = repeated.some(({ key }) => reference.count(key) === 0)
  const { key, group } = again
  return {
    ...{ kind: 'repetition', rule: 'no-blind-create-retry', observed: tellTwice(trial), again },
    series: { key, group, calls: repeated, expected: reference.count(key), early: undefined, hasUnknown },
    expected: 'a look for the item before the creation is sent again (RFC 9110 §9.2.2)',
  }
}

/** With a fault that lasts, the calls may be others than the faulted one. */
const named = ({ faulted }: Trial, { key, calls: [first] }: Series, text: string) =>
  first === undefined || key === faulted?.key ? text : `${first.operation}: ${text}`

function suspectEarly(trial: Trial): Suspicion | undefined {
  const { series } = trial
  const one = series.find(({ early }) => early !== undefined)
  if (one?.early === undefined) return undefined
  const expected = 'the next try after the wait that the reply asked for (RFC 9110 §10.2.3)'
  return {
    kind: 'haste',
    series: one,
    again: one.early.call,
    rule: 'honours-retry-after',
    expected,
    observed: named(trial, one, tellEarly(one.early, one)),
  }
}

function suspectHammers(trial: Trial): Suspicion | undefined {
  const {
    series,
    planned: { fault },
  } = trial
  const isRefusal = fault.name === 'expired'
  const most = isRefusal ? MOST_REFUSED : MOST_TRIES
  const one = series.find(({ calls, expected }) => calls.length > most * expected)
  if (one === undefined) return undefined
  const expected = isRefusal ? 'one call: a 401 stays the same (RFC 9110 §15.5.2)' : 'five tries or so'
  return {
    kind: 'haste',
    series: one,
    rule: isRefusal ? 'gives-up-on-refusals' : 'gives-up',
    expected,
    observed: named(trial, one, tellHammers(one)),
  }
}

function suspectStuck({ run, series: [own] }: Trial): Suspicion | undefined {
  if (own === undefined || run.killedBy !== 'time-out' || !run.wasInCall) return undefined
  const observed = `after ${Math.round(run.seconds)} s it still waited for a reply, and was ended`
  return { kind: 'stuck', series: own, rule: 'times-out', expected: 'a time-out for each call', observed }
}

/** The run, or the test, ended before the client did. */
function isUnfinished(trial: Trial): boolean {
  const { killedBy, exitCode } = trial.run
  return killedBy !== undefined || (exitCode !== 0 && (isOpenAtEnd(trial) || isWaiting(trial) || outOfTime(trial) !== undefined))
}

const isDelivered = ({ exchange }: Call) => exchange.delivered === 'whole' && (exchange.reply?.status ?? 500) < 400

/** The client took a reply that came very late, and sent no other call in the meantime. */
function hasWaited({ planned: { fault }, faulted, series: [own] }: Trial): boolean {
  const delay = Number(fault.name === 'slow' && fault.scenario?.parameters?.delay)
  if (own === undefined || own.calls.length > own.expected) return false
  return delay > 0 && faulted?.exchange.delivered === 'whole' && tookOf(faulted) >= delay * 1000 - 50
}

/** The call never succeeded after the fault, and the client sent no GET that it does not send without the fault. */
function isIgnored({ calls, reference, series: [own], planned: { place, fault } }: Trial): boolean {
  if (own === undefined || place === undefined || !isSuccess(place) || fault.name === 'slow') return false
  const succeeded = own.calls.slice(1).filter(isDelivered)
  const reads = Map.groupBy(calls.filter(isRead), ({ key }) => key)
  return succeeded.length < own.expected && [...reads].every(([key, same]) => same.length <= reference.count(key))
}

const findRounded = ({ run }: Trial) => run.report?.findings.find(({ rule }) => rule === 'keeps-int64')

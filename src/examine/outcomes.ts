// What a run with a fault may come to, and the sentences about it. The order counts: the first suspicion that its control proves wins, then
// the first that stays in doubt, then the first outcome without a suspicion. `ok` fits every run.

import { isObject, readJson } from '../contract/json/json.ts'
import type { Outcome as OutcomeName } from '../ground/generated/report.ts'
import { count, seconds, showMs } from '../ground/words.ts'
import { replyHeaderOf } from './record/retry-after.ts'
import { type Call, creationsIn, isRead } from './reference.ts'
import { firstFailure, outOfTime } from './runner-output.ts'
import {
  createdLess,
  findEarly,
  gapBetween,
  isDelivered,
  isIgnored,
  isOpenAtEnd,
  isSameRequest,
  isWaiting,
  type Series,
  type Trial,
  tookOf,
} from './trial.ts'

/** What a run looks like under one outcome. */
export interface Seen {
  /** A finding begins with "Looks like" and these words, unless it is proved. Absent when nothing is wrong. */
  readonly looksLike?: string
  readonly rule?: string
  /** What the run should have shown. */
  readonly expected?: string
  readonly observed: string
  /** What else could explain the run. A suspicion has it from its control. */
  readonly unless?: string | undefined
  readonly fix?: string
  /** The calls that a client may have made although it should not. */
  readonly suspects?: Series
  /** The call that should not have come. Absent when they are many. */
  readonly again?: Call
}

/** Each outcome by its word in the table of the report. A function returns undefined when the run shows something else. */
export const OUTCOMES: readonly (readonly [name: OutcomeName, see: (trial: Trial) => Seen | undefined])[] = [
  ['twice', seeTwice],
  ['early', seeEarly],
  ['hammers', seeHammers],
  ['stuck', seeStuck],
  ['unfinished', seeUnfinished],
  ['waited', seeWaited],
  ['broke', seeRounded],
  ['broke', seeBroken],
  ['told', seeTold],
  ['unseen', seeNothing],
  ['ok', () => ({ observed: 'the suite passed' })],
]

const gap = (before: Call, call: Call) => showMs(Math.max(0, gapBetween(before, call)))

function seeTwice({ calls, repeated, faulted, planned, reference }: Trial): Seen | undefined {
  const [first, again] = repeated
  if (first === undefined || again === undefined) return undefined
  const { key, group, operation } = again
  const expected = reference.count(key)
  const created = creationsIn(calls, group)
  // Calls with one key may still differ in values that change from run to run.
  const equal = created.filter((call) => call.key === key && isSameRequest(call, again))
  const isSame = first.key === key && expected > 0 && isSameRequest(first, again)
  const isEqual = isSame && equal.length > expected
  const isRetry = isSame && equal.some((call) => call === faulted)
  const body = readJson(again.exchange.reply?.body.text ?? '')
  const id = isObject(body) ? body.id : undefined
  const [told, most] = isEqual ? [`${equal.length} equal`, expected] : [created.length, Math.max(...reference.creations(group))]
  const observed =
    isSame && first === faulted
      ? `sent again after ${gap(first, again)}${id === undefined ? '' : `, and made id ${id} too`}`
      : `with the fault at ${planned.call}, ${told} calls of ${operation} were carried out; without the fault ${most} at most`
  const other = isEqual ? 'a creation that is made again after a failed call' : 'more creations than without the fault'
  return {
    looksLike: isRetry ? 'a blind retry of a creation' : other,
    rule: 'no-blind-create-retry',
    observed,
    expected: isRetry ? 'a look for the item before the creation is sent again (RFC 9110 §9.2.2)' : 'no more items than without the fault',
    fix: 'look for the item before it is created again, or do not retry a POST',
    suspects: { key, group, calls: repeated, expected, hasUnknown: !isSame },
    again,
  }
}

function seeEarly(trial: Trial): Seen | undefined {
  const { series } = trial
  const early = findEarly(trial)
  if (series === undefined || early === undefined) return undefined
  const { after, call, callers } = early
  const asked = `a ${after.exchange.reply?.status} with Retry-After: ${replyHeaderOf(after.exchange, 'retry-after')}`
  const observed =
    series.expected === 1
      ? `the next such call came ${gap(after, call)} after ${asked}`
      : `the next such call came ${gap(after, call)} after ${asked}, as one of ${callers} that were open or in such a wait; without the fault there are ${series.expected} such calls`
  return {
    looksLike: 'a retry before Retry-After is over',
    rule: 'honours-retry-after',
    observed,
    expected: 'the next try after the wait that the reply asked for (RFC 9110 §10.2.3)',
    fix: 'wait as long as Retry-After says, then retry',
    suspects: series,
    again: call,
  }
}

/** Nobody tries again after a success, so only tries that failed count. */
function seeHammers({ killedBy, planned, series }: Trial): Seen | undefined {
  const isRefusal = planned.fault.name === 'expired'
  const most = isRefusal ? 3 : 20
  const { calls: all = [], expected = 1 } = series ?? {}
  const calls = all.filter((call) => !isDelivered(call))
  if (series === undefined || calls.length <= most * expected) return undefined
  const shortest = showMs(Math.max(0, Math.min(...calls.slice(1).map((call, at) => gapBetween(calls[at] ?? call, call)))))
  const others = calls.every((call) => isSameRequest(calls[0] ?? call, call)) ? '' : ', not always with the same values'
  const end = killedBy === undefined ? '' : ', in a run that had to be ended'
  const observed = `sent ${count(calls.length, 'time')} without success${others}, ${shortest} apart at the least${end}; without the fault ${count(expected, 'time')}`
  return {
    looksLike: 'a client that tries too often',
    rule: isRefusal ? 'gives-up-on-refusals' : 'gives-up',
    observed,
    expected: isRefusal ? 'one call: a 401 stays the same (RFC 9110 §15.5.2)' : 'five tries or so',
    fix: `${isRefusal ? 'do not repeat a 401' : 'give up after five tries or so'}, and tell the caller`,
    suspects: series,
  }
}

function seeStuck({ killedBy, wasInCall, seconds, series }: Trial): Seen | undefined {
  if (series === undefined || killedBy !== 'time-out' || !wasInCall) return undefined
  return {
    looksLike: 'a call without a time-out',
    rule: 'times-out',
    expected: 'a time-out for each call',
    observed: `after ${Math.round(seconds)} s it still waited for a reply, and was ended`,
    fix: 'set a time-out for each call',
    suspects: series,
  }
}

/** The run, or the test, ended before the client did. */
function seeUnfinished(trial: Trial): Seen | undefined {
  const { killedBy, seconds: after } = trial
  const why = whyUnfinished(trial)
  if (why === undefined) return undefined
  return {
    looksLike: 'a run that ended too soon',
    observed: `the ${killedBy === undefined ? 'suite ended' : 'command was ended'} after ${seconds(after)}, ${why}`,
    expected: 'a run that shows what the client does in the end',
    unless: killedBy === undefined ? 'the client had given up itself, and the test failed for this' : undefined,
    fix: "give a test, and a run, more time than the client's time-outs",
  }
}

function whyUnfinished(trial: Trial): string | undefined {
  const { killedBy, exitCode, output } = trial
  if (killedBy === 'flood') return 'because it made far more calls than without the fault'
  if (killedBy !== undefined) return 'at the time limit of a run (option timeout)'
  if (exitCode === 0) return undefined
  if (isOpenAtEnd(trial)) return 'and the open call ended in the same moment'
  if (isWaiting(trial)) return 'before the wait was over that the last reply asked for'
  const words = outOfTime(output)
  return words && `and its output says "${words}"`
}

/** A measured time may be this much shorter than the delay. */
const INEXACT_MS = 50

/** The client took a reply that came very late, and sent no other call in the meantime. */
function seeWaited({ planned: { fault }, faulted, series: own }: Trial): Seen | undefined {
  if (fault.delay === undefined || own === undefined || own.calls.length > own.expected) return undefined
  if (faulted?.exchange.delivered !== 'whole' || tookOf(faulted) < fault.delay * 1000 - INEXACT_MS) return undefined
  return {
    looksLike: 'a long time-out, or none',
    rule: 'times-out',
    expected: 'an end of the call before its reply came',
    observed: `the reply came after ${Math.round(tookOf(faulted) / 1000)} s, and the client took it`,
    fix: 'set a shorter time-out',
  }
}

function seeRounded({ report }: Trial): Seen | undefined {
  const rounded = report?.findings.find(({ rule }) => rule === 'keeps-int64')
  if (rounded === undefined) return undefined
  return {
    looksLike: 'a client that rounds ids',
    rule: 'keeps-int64',
    expected: 'ids that come back as the sandbox gave them out',
    observed: `the client sent ${rounded.evidence[0]?.note}`,
    unless: 'no id of the service will ever be above 2^53',
    fix: 'read ids as 64-bit integers, or as text',
  }
}

function seeBroken(trial: Trial): Seen | undefined {
  const told = trial.planned.place ? undefined : seeTold(trial)
  const expected = `a suite that passes with ${trial.planned.fault.name} too`
  return told && { ...told, looksLike: 'a suite that needs the service as it is today', expected }
}

function seeTold({ exitCode, output }: Trial): Seen | undefined {
  const said = firstFailure(output)
  return exitCode === 0 ? undefined : { observed: `the suite failed with exit code ${exitCode}${said === '' ? '' : `: ${said}`}` }
}

/** The suite passed without the call, so it did not see the failure. */
function seeNothing(trial: Trial): Seen | undefined {
  const what = createdLess(trial) ? 'was not carried out' : isIgnored(trial) ? 'never got a whole, successful reply' : undefined
  if (what === undefined) return undefined
  const isReading = trial.planned.place !== undefined && isRead(trial.planned.place)
  return {
    looksLike: 'a hidden error',
    observed: `your tests passed although ${trial.planned.call} ${what}: the client, a fixture, a skip or a repeated test may have hidden it`,
    expected: `a failed test, ${isReading ? 'or a success in the end' : 'a success in the end, or a look at the list'}`,
    unless: `your tests expect this error, ${isReading ? '' : 'look at the list anyway, '}or were repeated by their runner`,
    fix: 'let the client report the error, and let a test fail for it',
  }
}

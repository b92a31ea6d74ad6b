// What a client may be suspected of: calls that came more often, too early or without an end. A control decides who made them, and vetoes.ts
// says where no control can. The functions return undefined when the run shows something else.

import { isObject, readJson } from '../contract/json/json.ts'
import type { Outcome as OutcomeName, Run as RunReport } from '../ground/generated/report.ts'
import { count, showMs } from '../ground/words.ts'
import { replyHeaderOf } from '../record/exchange.ts'
import { type Call, creationsIn } from './reference.ts'
import { type EqualCalls, findEarly, gapBetween, hasSameKey, isDelivered, isSameRequest, type Trial } from './trial.ts'

/** What a run looks like under one outcome. */
export interface Seen {
  /** The words after "Looks like" in a finding that is not proved. Absent when nothing is wrong. */
  readonly looksLike?: string
  readonly rule?: string
  readonly expected?: string
  readonly observed: string
  /** What else could explain the run. A suspicion has it from its control. */
  readonly unless?: string | undefined
  /** Default: what the rule asks. */
  readonly fix?: string
  /** The calls that a client may have made although it should not. */
  readonly suspects?: EqualCalls
  /** The call that should not have come. Absent when no single call is meant. */
  readonly again?: Call
  /** Milliseconds from the reply that asked for a wait to `again`. */
  readonly gap?: number
}

export interface Examined extends Trial, Seen {
  readonly outcome: OutcomeName
  readonly level: RunReport['level']
  readonly control?: string
}

/** A proof with its control, or what else may explain the suspicion. */
export type Decision = Pick<Examined, 'control' | 'unless'>

export type Suspect = Examined & { readonly suspects: EqualCalls }

export const isSuspect = (examined: Examined): examined is Suspect => examined.suspects !== undefined

export function seeTwice({ calls, repeated, faulted, planned, reference }: Trial): Seen | undefined {
  const [first, again] = repeated
  if (first === undefined || again === undefined) return undefined
  const { key, group, operation } = again
  const expected = reference.count(key)
  const created = calls.filter(creationsIn(group))
  const equal = created.filter((call) => call.key === key && isSameRequest(call, again))
  const isSame = first.key === key && expected > 0 && isSameRequest(first, again)
  const isEqual = isSame && equal.length > expected
  const isRetry = isSame && equal.some((call) => call === faulted)
  const body = readJson(again.exchange.reply?.body.text ?? '')
  const id = isObject(body) ? body.id : undefined
  const [told, most] = isEqual ? [`${equal.length} equal`, expected] : [created.length, reference.most(creationsIn(group))]
  const gap = gapBetween(first, again)
  // A client that has left may be back a moment before its connection is closed.
  const when = first.exchange.closed === undefined || gap < -50 ? 'while it was open' : `after ${showMs(gap)}`
  const observed =
    isSame && first === faulted
      ? `sent again ${when}${id === undefined ? '' : `, and made a second item (id ${id})`}`
      : `with the fault at ${planned.call}, ${told} calls of ${operation} were carried out; without the fault ${most} at most`
  const other = isEqual ? 'a creation that is made again after a failed call' : 'more creations than without the fault'
  return {
    looksLike: isRetry ? 'a blind retry of a creation' : other,
    rule: 'no-blind-create-retry',
    observed,
    expected: isRetry
      ? 'a GET that looks for the item, before the creation is sent again (RFC 9110 §9.2.2)'
      : 'no more items than without the fault',
    suspects: { key, group, calls: repeated, expected, hasUnknown: !isSame },
    again,
  }
}

export function seeEarly(trial: Trial): Seen | undefined {
  const { equalCalls } = trial
  const early = findEarly(trial)
  if (equalCalls === undefined || early === undefined) return undefined
  const { after, call, callers, most } = early
  const asked = `a ${after.exchange.reply?.status} with Retry-After: ${replyHeaderOf(after.exchange, 'retry-after')}`
  const others = `; then ${callers} such calls were open or had to wait, and without the fault your tests make at most ${most} from there on`
  return {
    looksLike: 'a retry before Retry-After is over',
    rule: 'honours-retry-after',
    observed: `an equal call came ${showMs(gapBetween(after, call))} after ${asked}${most === 1 ? '' : others}`,
    expected: 'the next try after the wait that the reply asked for (RFC 9110 §10.2.3)',
    suspects: equalCalls,
    again: call,
    gap: gapBetween(after, call),
  }
}

/** Nobody tries again after a success, so only tries that failed count. */
export function seeHammers({ killedBy, planned, equalCalls, faulted, seen, reference }: Trial): Seen | undefined {
  if (equalCalls === undefined || faulted === undefined) return undefined
  const isRefusal = planned.fault.name === 'expired'
  // The next item of a walk is no second try.
  const isOfItem = ({ exchange }: Call) => exchange.request.path === faulted.exchange.request.path
  const calls = equalCalls.calls.filter((call) => isOfItem(call) && !isDelivered(call) && (!isRefusal || hasSameKey(call, faulted)))
  const ofItem = equalCalls.hasUnknown ? 0 : reference.most((call) => call.key === faulted.key && isOfItem(call))
  const expected = Math.min(equalCalls.expected, ofItem || equalCalls.expected)
  if (calls.length <= (isRefusal ? 3 : 20) * expected) return undefined
  const shortest = showMs(Math.min(...calls.slice(1).map((call, at) => gapBetween(calls[at] ?? call, call))))
  const others = calls.every((call) => isSameRequest(calls[0] ?? call, call)) ? '' : ', not always with the same values'
  const end = killedBy === undefined ? '' : ', in a run that had to be ended'
  const observed = `sent ${seen.isFull ? 'more than ' : ''}${count(calls.length, 'time')} without success${others}, at least ${shortest} apart${end}; without the fault, your tests make ${count(expected, 'such call')} at most from there on`
  return {
    looksLike: 'a client that tries too often',
    rule: isRefusal ? 'gives-up-on-refusals' : 'gives-up',
    observed,
    expected: isRefusal ? 'no further try: a 401 stays the same (RFC 9110 §15.5.2)' : 'five tries or so for each call',
    suspects: equalCalls,
  }
}

export function seeStuck({ killedBy, openMs, seconds, equalCalls }: Trial): Seen | undefined {
  // A short call may have been open by chance.
  if (equalCalls === undefined || killedBy !== 'time-out' || openMs < seconds * 500) return undefined
  return {
    looksLike: 'a call without a time-out',
    rule: 'times-out',
    expected: `a time-out of less than ${Math.round(seconds)} s for each call`,
    observed: `the run was ended after ${Math.round(seconds)} s, and a call had been open for ${showMs(openMs)}`,
    suspects: equalCalls,
  }
}

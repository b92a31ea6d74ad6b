// Sentences about what happened in a run with a fault, and the tries of its faulted call.

import { isObject, readJson } from '../contract/json/json.ts'
import { shorten } from '../ground/cut.ts'
import type { Run } from '../ground/generated/report.ts'
import { count, seconds, showMs } from '../ground/numbers.ts'
import { replyHeaderOf } from './record/retry-after.ts'
import type { Call } from './reference.ts'
import { type Early, gapBetween, isOpenAtEnd, isWaiting, outOfTime, type Series, type Trial } from './trial.ts'

const MAX_LINES = 4
const MAX_LINE = 160
const MAX_TRIES = 20

/** The faulted call and the equal calls after it. */
export const listTries = ({ series: [own] }: Trial): Run['tries'] =>
  (own?.calls ?? []).slice(0, MAX_TRIES).map((call, at, all) => {
    const before = all[at - 1]
    return { ...(before && { gap: Math.round(gapBetween(before, call)) / 1000 }), status: statusOf(call) }
  })

export const statusOf = ({ exchange: { reply, deliveredBytes, delivered } }: Call) =>
  reply === undefined || (delivered === 'none' && deliveredBytes === 0) ? 0 : reply.status

const gap = (before: Call, call: Call) => showMs(Math.max(0, gapBetween(before, call)))

export function tellTwice({ repeated, faulted, planned, reference }: Trial): string {
  const [first, again] = repeated as readonly [Call, Call]
  const id = idOf(again)
  const made = id === undefined ? '' : `, and made id ${id} too`
  if (first.key !== again.key || reference.count(first.key) === 0)
    return `one more item was created than without the fault${id === undefined ? '' : `: id ${id}`}`
  if (first === faulted) return `sent again after ${gap(first, again)}${made}`
  const usual = count(reference.count(first.key), 'time')
  return `after the fault at ${planned.call}, ${first.operation} was carried out again ${gap(first, again)} later${made}; without the fault it is carried out ${usual}`
}

export function tellEarly({ after, call, callers }: Early, { expected }: Series): string {
  const { reply } = after.exchange
  const asked = `a ${reply?.status} with Retry-After: ${replyHeaderOf(after.exchange, 'retry-after')}`
  if (expected === 1) return `the next such call came ${gap(after, call)} after ${asked}`
  return `${callers} equal calls were sent within the wait of ${asked}; without the fault there are ${expected}`
}

export function tellHammers({ calls, expected }: Series): string {
  const gaps = calls.slice(1).map((call, at) => gapBetween(calls[at] ?? call, call))
  const shortest = showMs(Math.max(0, Math.min(...gaps)))
  return `sent ${count(calls.length, 'time')}, ${shortest} apart at the least; without the fault ${count(expected, 'time')}`
}

export function tellUnfinished(trial: Trial): string {
  const { run } = trial
  const after = seconds(run.seconds)
  if (run.killedBy === 'flood') return `the command was ended after ${after}: it made far more calls than without the fault`
  if (run.killedBy !== undefined) return `the command was ended after ${after}, at the time limit of a run (option timeout)`
  const what = isOpenAtEnd(trial)
    ? 'while the call was open'
    : isWaiting(trial)
      ? 'before the wait was over that the last reply asked for'
      : `and its output says "${outOfTime(trial)}"`
  return `the suite ended after ${after}, ${what}`
}

export const tellBroken = ({ run }: Trial) => {
  const said = firstFailure(run.output)
  return `the suite failed with exit code ${run.exitCode}${said === '' ? '' : `: ${said}`}`
}

/**
 * Lines in which test runners name a failed test or its error: Vitest, Jest, node:test, TAP, pytest, Go and others. A name with a
 * parenthesis behind it is code: Node.js prints `triggerUncaughtException(` and `throw new RangeError('…')` before the error.
 */
const FAILURE_LINE = /\bFAIL|[×✕✖✗]|\bnot ok\b|\w(Error|Exception)\b(?!\()|^Error\b|^E {2}|_test\.go:\d+:/

/** The first lines that name a failed test. Without such a line, the last line of the output. */
function firstFailure(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v|^\s*[\^~]+$|^[=_]{3}/.test(line))
  const failures = [...new Set(lines.filter((line) => FAILURE_LINE.test(line)).map((line) => line.trim()))]
  const shown = failures.length > 0 ? failures.slice(0, MAX_LINES) : lines.slice(-1)
  return shown.map((line) => shorten(line.trim(), MAX_LINE)).join(' / ')
}

function idOf({ exchange }: Call): string | undefined {
  const body = readJson(exchange.reply?.body.text ?? '')
  return isObject(body) && body.id !== undefined ? String(body.id) : undefined
}

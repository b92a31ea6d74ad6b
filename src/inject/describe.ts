// The longer sentences about what happened in a run, and the tries of its faulted call.

import type { InjectTry } from '../../spec/inject.ts'
import { replyHeaderOf } from '../examine/record/retry-after.ts'
import { isObject, readJson } from '../json/json.ts'
import { shorten } from '../text/cut.ts'
import { count } from '../text/numbers.ts'
import { type Facts, type Gap, gapBetween } from './facts.ts'
import { type Call, isCreation } from './places.ts'

const MAX_BODY = 80
const MAX_LINES = 6
const MAX_LINE = 160

/** The faulted call and its repetitions. When equal calls of the suite may be among them, the repetitions are only likely. */
export function listTries({ series: [own] }: Facts): InjectTry[] {
  if (own === undefined) return []
  const certainty = own.expected === 0 ? 'certain' : 'likely'
  return own.calls.slice(0, 1 + own.extra).map((call, at) => {
    const gap = own.gaps[at - 1]
    return { ...(gap && { gap: secondsOf(gap) }), status: statusOf(call), certainty: gap ? certainty : 'certain' }
  })
}

const statusOf = ({ exchange: { reply, deliveredBytes, delivered } }: Call) =>
  reply === undefined || (delivered === 'none' && deliveredBytes === 0) ? 0 : reply.status

const secondsOf = ({ ms }: Gap) => Math.round(ms) / 1000

export function tellDuplicate({ faulted, again, reference, calls, cell: { place, fault } }: Facts): string {
  const first = faulted as Call
  const [next = first] = again
  const ids = calls.filter((call) => call.key === place?.key && isCreation(call)).flatMap(idOf)
  const made = ids.length > 1 ? `: ids ${list(ids)}` : ids.length === 1 ? `, and made id ${ids[0]} too` : ''
  const created = first.exchange.carriedOut ? `${bodyOf(first)} was created; ${LOST[fault]}.` : `${bodyOf(first)} got the fault.`
  const normally = count(reference.count(place?.key ?? ''), 'creation')
  return `${created} ${tellSeconds(secondsOf(gapBetween(first, next)))} later it came again${made}. Without the fault: ${normally}.`
}

export function tellHammered({ early: [first], series }: Facts): string {
  if (first) {
    const { reply } = first.after
    return `The call came back ${tellSeconds(secondsOf(first))} after a ${reply?.status} with Retry-After: ${replyHeaderOf(first.after, 'retry-after')}.`
  }
  const extra = series.reduce((sum, one) => sum + one.extra, 0)
  const shortest = Math.min(...(series[0]?.gaps ?? []).map(secondsOf))
  return `The call came ${count(extra, 'time')} more than without the fault; the shortest gap was ${tellSeconds(shortest)}.`
}

export function tellUnfinished({ run, series }: Facts): string {
  if (run.killedBy === 'flood') return 'The command made far more calls than without the fault, and was killed.'
  const gaps = series.flatMap((one) => one.gaps.map(secondsOf))
  const apart = [...new Set([Math.min(...gaps), Math.max(...gaps)].map(tellSeconds))].join(' to ')
  const again = `From the fault on, equal calls came again ${count(gaps.length, 'time')}, ${apart} apart.`
  return [
    `The time limit of a run was reached, and the command was killed. It ended after ${tellSeconds(run.seconds)}. No call was open.`,
    ...(gaps.length > 0 ? [again] : []),
    'The option timeout sets the limit. Without it, the limit is 30 s, plus the option slow, plus five times the run without a fault.',
  ].join(' ')
}

export function tellRecovered({ series: [own] }: Facts): string {
  return own === undefined || own.extra === 0
    ? 'The suite passed.'
    : `The suite passed after ${count(own.extra, 'more try', 'more tries')}.`
}

export const tellBroken = ({ run, rounding }: Facts) =>
  [`The suite failed with exit code ${run.exitCode}.`, rounding ?? '', excerptOf(run.output)].filter((part) => part !== '').join(' ')

/**
 * Lines in which test runners name a failed test or its error: Vitest, Jest, node:test, TAP, pytest, Go and others. A name with a
 * parenthesis behind it is code: Node.js prints `triggerUncaughtException(` and `throw new RangeError('…')` before the error.
 */
const FAILURE_LINE = /\bFAIL|[×✕✖✗]|\bnot ok\b|\w(Error|Exception)\b(?!\()|^Error\b|^E {2}/

/** The lines that name failed tests, and all lines. Empty lines and stacks are left out. */
export function readFailure(output: string): Readonly<Record<'failures' | 'lines', string[]>> {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
  return { failures: [...new Set(lines.filter((line) => FAILURE_LINE.test(line)).map((line) => line.trim()))], lines }
}

/** The lines that name failed tests. Without such a line, the last lines of the output. */
function excerptOf(output: string): string {
  const { failures, lines } = readFailure(output)
  if (lines.length === 0) return ''
  const shown =
    failures.length > 0 ? ['Its output says:', ...failures.slice(0, MAX_LINES)] : ['Its output ends:', ...lines.slice(-MAX_LINES)]
  return shown.map((line) => shorten(line, MAX_LINE)).join('\n')
}

const LOST: Readonly<Record<string, string>> = {
  'lost-reply': 'its reply was lost',
  truncated: 'half of its reply was lost',
  slow: 'its reply was late',
}

export const tellSeconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} s`

const list = (texts: readonly string[]) => (texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`)

const bodyOf = ({ exchange }: Call) => shorten(exchange.request.body?.text ?? 'the item', MAX_BODY)

function idOf({ exchange }: Call): string[] {
  const body = readJson(exchange.reply?.body.text ?? '')
  return isObject(body) && body.id !== undefined ? [String(body.id)] : []
}

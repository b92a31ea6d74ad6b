// Tells in a sentence or two what happened in a run.

import { isObject, parseJson } from '../json/json.ts'
import { count } from '../text/count.ts'
import { cut } from '../text/cut.ts'
import type { Facts } from './facts.ts'
import { DRIFT } from './faults.ts'
import { isCreation } from './places.ts'
import type { Call } from './recorder.ts'
import type { InjectTry, OutcomeName } from './report.ts'
import { findRounding } from './rules.ts'
import { countExtra, gapBetween } from './tries.ts'

const MAX_BODY = 80
const MAX_LINES = 6
const MAX_LINE = 160

/** The faulted call and its repetitions. When equal calls of the suite may be among them, the repetitions are only likely. */
export function listTries({ series: [own] }: Facts): InjectTry[] {
  if (own === undefined) return []
  const certainty = own.expected === 0 ? 'certain' : 'likely'
  return own.calls.slice(0, 1 + countExtra(own)).map((call, at) => ({
    ...(at > 0 && { gap: secondsBetween(own.calls[at - 1] as Call, call) }),
    status: statusOf(call),
    certainty: at === 0 ? 'certain' : certainty,
  }))
}

const statusOf = ({ exchange: { reply, deliveredBytes, delivered } }: Call) =>
  reply === undefined || (delivered === 'none' && deliveredBytes === 0) ? 0 : reply.status

const round = (seconds: number) => Math.round(seconds * 1000) / 1000

const secondsBetween = (from: Call, to: Call) => round(gapBetween(from.exchange, to.exchange) / 1000)

export const describe = (facts: Facts, outcome: OutcomeName): string => SENTENCES[outcome](facts)

const SENTENCES: Readonly<Record<OutcomeName, (facts: Facts) => string>> = {
  duplicate: ({ faulted, again, reference, run, cell: { place, fault } }) => {
    const first = faulted as Call
    const [next = first] = again
    const ids = run.calls.filter((call) => call.key === place?.key && isCreation(call.exchange)).flatMap(idOf)
    const made = ids.length > 1 ? `: ids ${list(ids)}` : ids.length === 1 ? `, and made id ${ids[0]} too` : ''
    const created = first.exchange.carriedOut ? `${bodyOf(first)} was created; ${LOST[fault]}.` : `${bodyOf(first)} got the fault.`
    const normally = reference.count(place?.key ?? '')
    return `${created} ${seconds(secondsBetween(first, next))} later it came again${made}. Without the fault: ${count(normally, 'creation')}.`
  },
  lost: () => 'The suite passed, but fewer creations were carried out than without the fault: the client hid an error.',
  hammered: ({ early, series }) => {
    const [first] = early
    const own = series.find(({ calls }) => calls.some((call) => call === first)) ?? series[0]
    const before = own?.calls[own.calls.indexOf(first as Call) - 1]
    if (first && before) return `The call came back ${seconds(secondsBetween(before, first))} after ${askedBy(before)}.`
    const extra = series.reduce((sum, one) => sum + countExtra(one), 0)
    const gaps = own ? own.calls.slice(1).map((call, at) => secondsBetween(own.calls[at] as Call, call)) : []
    return `The call came ${count(extra, 'time')} more than without the fault; the shortest gap was ${seconds(Math.min(...gaps))}.`
  },
  stuck: ({ run }) => `After ${seconds(run.seconds)} the command was killed. It was still waiting for a reply.`,
  unfinished: ({ run }) =>
    run.killedBy === 'flood'
      ? 'The command made far more calls than without the fault, and was killed.'
      : `After ${seconds(run.seconds)} the command was killed. No call was open.`,
  waited: ({ slow }) => `The client waited ${seconds(slow)} for the reply, and took it.`,
  reported: ({ run }) => `The suite failed with exit code ${run.exitCode}: the client reported the error to its caller.`,
  ignored: () => 'The suite passed, but the call never succeeded, and nothing was looked up.',
  recovered: ({ cell, series: [own] }) => {
    const extra = own ? countExtra(own) : 0
    if (cell.fault === DRIFT) return 'The suite passed.'
    return extra === 0 ? 'The suite passed.' : `The suite passed after ${count(extra, 'more try', 'more tries')}.`
  },
  broke: ({ run }) =>
    [`The suite failed with exit code ${run.exitCode}.`, findRounding(run) ?? '', endOf(run.output)]
      .filter((part) => part !== '')
      .join(' '),
}

/** The last lines that the suite wrote, without the stack. */
function endOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
  return lines.length === 0 ? '' : ['Its output ends:', ...lines.slice(-MAX_LINES).map((line) => cut(line, MAX_LINE))].join('\n')
}

const LOST: Readonly<Record<string, string>> = {
  'lost-reply': 'its reply was lost',
  truncated: 'half of its reply was lost',
  slow: 'its reply was late',
}

const seconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} s`

const list = (texts: readonly string[]) => (texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`)

const bodyOf = ({ exchange }: Call) => {
  const text = exchange.request.body?.text ?? 'the item'
  return text.length > MAX_BODY ? `${cut(text, MAX_BODY)}…` : text
}

function idOf({ exchange }: Call): string[] {
  try {
    const body = parseJson(exchange.reply?.body.text ?? '')
    return isObject(body) && body.id !== undefined ? [String(body.id)] : []
  } catch {
    return []
  }
}

function askedBy({ exchange: { reply } }: Call): string {
  const wait = Object.entries(reply?.headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  return `a ${reply?.status} with Retry-After: ${wait}`
}

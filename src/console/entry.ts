// An exchange, with the short texts that the page shows for it: caller, status and reason.

import { STATUS_CODES } from 'node:http'
import type { JournalEntry } from '../ground/generated/control.ts'
import { count } from '../ground/words.ts'
import { messageIn, nameOfCaller, renderSteps } from '../record/show-exchange.ts'

export type Entry = JournalEntry

/** 0 when the client got no reply. */
export const statusOf = ({ reply }: Entry) => reply?.status ?? 0

export const isUnderWay = ({ closed }: Entry) => closed === undefined

/** The test of the request announced this status. */
export const isExpected = (entry: Entry) => entry.testCase?.expect?.includes(statusOf(entry)) === true

/** An error that no test announced, or no whole reply. */
export const isFailure = (entry: Entry) =>
  !isUnderWay(entry) && !isExpected(entry) && (statusOf(entry) >= 400 || statusOf(entry) === 0 || entry.delivered !== 'whole')

/** Each meaning has one colour. */
export function kindOf(entry: Entry): 'waiting' | 'answered' | 'forced' | 'limited' | 'refused' {
  if (scenariosOf(entry).length > 0) return 'forced'
  if (isUnderWay(entry) && !entry.reply) return 'waiting'
  const cause = causeOf(entry)
  if (cause === 'rate-limit' || cause === 'ban') return 'limited'
  return isFailure(entry) ? 'refused' : 'answered'
}

export const causeOf = ({ causes, answeredBy }: Entry) => causes[0]?.name ?? answeredBy

export const nameOfAnswer = (name: string) => (name === 'handler' ? 'answered' : name)

/** A row begins with these words. They name scenarios, so that nobody takes a forced reply for a real one. */
export function nameOfCause(entry: Entry): string {
  const scenarios = scenariosOf(entry)
  if (scenarios.length > 0) return `scenario ${scenarios.join(', ')}`
  return causeOf(entry) === 'handler' && statusOf(entry) === 404 ? 'not found' : nameOfAnswer(causeOf(entry))
}

/** The scenarios that gave or changed the reply. */
export const scenariosOf = ({ causes }: Entry): string[] =>
  causes.flatMap(({ name, parameters }) => (name === 'scenario' && parameters?.name ? [String(parameters.name)] : []))

export const nameOfStatus = (entry: Entry) =>
  isUnderWay(entry) && !entry.reply ? '···' : statusOf(entry) === 0 ? 'none' : String(statusOf(entry))

/** `429 Too Many Requests` */
export const phraseOf = (entry: Entry) => `${nameOfStatus(entry)} ${STATUS_CODES[statusOf(entry)] ?? ''}`.replace('none', 'No reply').trim()

/** They answer before `contract`, so a violation is not the reason for their replies. */
const DECIDED_FIRST = new Set(['credentials', 'ban', 'rate-limit', 'scenario'])

/** The sentence of the row: the mistake and its remedy, or the effect of a scenario, or nothing. */
export function whyOf(entry: Entry): string {
  const [violation] = entry.violations
  if (violation && !DECIDED_FIRST.has(causeOf(entry))) return violation.message
  if (statusOf(entry) >= 400) return playOf(entry) + (messageIn(entry) ?? lastOutcome(entry))
  if (isUnderWay(entry)) return entry.reply ? 'the reply is on its way' : `no reply yet: ${lastOutcome(entry)}`
  const done = entry.carriedOut && entry.operation ? `, though ${entry.operation} was carried out` : ''
  if (entry.delivered !== 'whole') return playOf(entry) + describeDelivery(entry) + done
  return entry.warnings[0]?.message ?? renderSteps(entry)
}

/** The key, or that it is missing or unknown; and the world, if the key does not name it. */
export function callerOf({ caller, world }: Entry): string {
  const key = nameOfCaller(caller)
  return world === 'default' || key.endsWith(`_${world}`) ? key : `${key}, ${world}`
}

export const describeDelivery = ({ delivered, deliveredBytes, reply }: Entry) =>
  delivered === 'none' ? 'the client got no reply' : `the client got ${deliveredBytes} of ${count(reply?.body.bytes ?? 0, 'byte')}`

const lastOutcome = ({ trace }: Entry) => trace.at(-1)?.outcome.replace(/^(refused|answered): /, '') ?? ''

/** `flaky, step 1: `, when a scenario made the reply. */
const playOf = (entry: Entry) => (entry.appliedSteps.some(({ acted }) => acted) ? `${renderSteps(entry)}: ` : '')

// An exchange as the control API gives it, and what the page says of it in a word: who, which status, why.

import type { JournalEntry } from '../journal/journal.ts'

/** An exchange with what each answer decided, as a row of the list. */
export type Entry = JournalEntry

/** 0 where the client got no reply. */
export const statusOf = ({ reply }: Entry) => reply?.status ?? 0

export const isUnderWay = ({ closed }: Entry) => closed === undefined

/** Whether the client got an error, or no whole reply. */
export const isFailure = (entry: Entry) =>
  !isUnderWay(entry) && (statusOf(entry) >= 400 || statusOf(entry) === 0 || entry.delivered !== 'whole')

/** What leads the row: the part of the sandbox that answered. */
export const causeOf = ({ causes, answeredBy }: Entry) => causes[0]?.name ?? answeredBy

/** The scenarios that gave the reply, or changed it. */
export const scenariosOf = ({ causes }: Entry): string[] =>
  causes.flatMap(({ name, parameters }) => (name === 'scenario' && parameters?.name ? [String(parameters.name)] : []))

export const nameOfStatus = (entry: Entry) =>
  isUnderWay(entry) && !entry.reply ? '···' : statusOf(entry) === 0 ? 'none' : String(statusOf(entry))

export const secondsOf = ({ arrived, closed }: Entry) =>
  closed === undefined ? undefined : Math.max(0, closed.monotonic - arrived.monotonic) / 1000

export const headersOf = ({ request }: Entry): [name: string, value: string][] =>
  request.headers.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, request.headers[index + 1] ?? '']] : []))

/** One sentence for the row: what went wrong and what to do, else what a scenario did. Empty where all is as it should be. */
export function whyOf(entry: Entry): string {
  const [violation] = entry.violations
  if (violation) return violation.message
  const play = entry.plays.some(({ acted }) => acted) ? `${lastPlay(entry)}: ` : ''
  if (statusOf(entry) >= 400) return play + (messageOfReply(entry) ?? lastOutcome(entry))
  const [warning] = entry.warnings.map(({ message }) => message)
  if (isUnderWay(entry)) return entry.reply ? 'the reply is on its way' : `no reply yet: ${lastOutcome(entry)}`
  if (entry.delivered !== 'whole') return describeLoss(entry)
  return warning ?? (entry.plays.length > 0 ? lastPlay(entry) : '')
}

/** Why a reply did not come whole, and whether the operation was carried out all the same. */
function describeLoss(entry: Entry): string {
  const done = entry.carriedOut && entry.operation ? `, though ${entry.operation} was carried out` : ''
  const play = entry.plays.some(({ acted }) => acted) ? `${lastPlay(entry)}: ` : ''
  return `${play}${describeDelivery(entry)}${done}`
}

/** Who called: the key, as far as the sandbox knows it. */
export const callerOf = ({ caller }: Entry) => caller.key ?? (caller.refusal?.given ? 'unknown key' : 'no key')

export function describeDelivery({ delivered, deliveredBytes, reply }: Entry): string {
  if (delivered === 'whole') return 'delivered whole'
  return delivered === 'none' ? 'the client got no reply' : `the client got ${deliveredBytes} of ${reply?.body.bytes ?? 0} bytes`
}

const lastOutcome = ({ trace }: Entry) => trace.at(-1)?.outcome ?? ''

const lastPlay = ({ plays }: Entry) =>
  plays
    .map(({ scenario, step, acted }) => `${scenario}${step === undefined ? '' : `, step ${step}`}${acted ? '' : ', changed nothing'}`)
    .join('; ')

/** The `message` of the Error body. */
function messageOfReply({ reply }: Entry): string | undefined {
  const [, message] = /"(?:message|detail)":("(?:[^"\\]|\\.)*")/.exec(reply?.body.text?.slice(0, 4000) ?? '') ?? []
  return message === undefined ? undefined : (JSON.parse(message) as string)
}

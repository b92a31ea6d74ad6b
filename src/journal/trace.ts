// What each answer of the journey decided about a request, in order, up to the answer that replied. The decisions are not
// recorded. They are derived from the exchange when somebody asks.

import { ANSWER_NAMES, type AnswerName } from '../exchange/cause.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** The decision about a request by one part of the sandbox. Each such part is called an answer. */
export interface Decision {
  /** The name of the answer, for example `rate-limit`. */
  readonly answer: string
  /** The decision as a text for people: `41 of 60 left in the minute`. */
  readonly outcome: string
}

/** The decision of each answer, derived from the record. */
const OUTCOMES: Readonly<Record<Exclude<AnswerName, 'http'>, (exchange: Exchange) => string>> = {
  credentials: ({ caller }) => (caller.refusal ? `refused: ${caller.refusal.message}` : `passed: ${caller.key}, plan ${caller.plan}`),
  ban: ({ count }) => (count.verdict === 'banned' ? `refused: banned for ${count.retryAfter} more seconds` : 'no ban'),
  'rate-limit': renderLimit,
  scenario: renderPlays,
  contract: renderContract,
  removed: ({ answeredBy }) => (answeredBy === 'removed' ? 'refused: the operation was removed' : 'no'),
  handler: ({ answeredBy, operation }) => (answeredBy === 'handler' ? `answered: ${operation}` : 'none'),
  generated: ({ answeredBy, operation }) => (answeredBy === 'generated' ? `answered: ${operation}` : 'none'),
}

const DECIDING = ANSWER_NAMES.filter((name) => name !== 'http').map((name) => [name, OUTCOMES[name]] as const)

/** The decisions of an exchange. The last decision belongs to the answer that replied. */
export function traceOf(exchange: Exchange): Decision[] {
  const { answeredBy } = exchange
  if (answeredBy === 'http') return [{ answer: 'http', outcome: `refused with ${exchange.reply?.status}` }]
  if (answeredBy === 'gone') return [{ answer: 'gone', outcome: 'the client left before it was answered' }]
  const last = DECIDING.findIndex(([answer]) => answer === answeredBy)
  const came = DECIDING.slice(0, last === -1 ? FIRST_THAT_FAILS : last + 1)
  const decisions = came.map(([answer, outcome]) => ({ answer, outcome: outcome(exchange) }))
  return last === -1 ? [...decisions, { answer: answeredBy, outcome: exchange.failure?.split('\n')[0] ?? 'failed' }] : decisions
}

/** A failure inside the sandbox nearly always comes from a handler, or from the store behind it. */
const FIRST_THAT_FAILS = DECIDING.findIndex(([answer]) => answer === 'handler')

function renderLimit({ count }: Exchange): string {
  const { verdict, window, remaining, limit, retryAfter } = count
  if (verdict === 'refused') return `refused: the ${limit} requests of the ${window} are used up, ${retryAfter} seconds to wait`
  return `${remaining} of ${limit} left in the ${window}`
}

function renderPlays({ appliedSteps, answeredBy, reply }: Exchange): string {
  if (appliedSteps.length === 0)
    return answeredBy === 'scenario' ? `refused with ${reply?.status}: the wanted scenario cannot be played` : 'none'
  return appliedSteps
    .map(({ scenario, step, acted }) => `${scenario}${step === undefined ? '' : `, step ${step}`}${acted ? '' : ', changed nothing'}`)
    .join('; ')
}

function renderContract({ answeredBy, violations, reply }: Exchange): string {
  const [first] = violations
  if (answeredBy !== 'contract') return 'kept'
  return first ? `refused: ${first.message}` : `refused with ${reply?.status}`
}

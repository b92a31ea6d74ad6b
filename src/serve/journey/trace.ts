// What each answer of the journey decided about a request, up to the answer that replied. The decisions are not recorded: they are derived
// from the exchange when somebody asks.

import type { Decision, Exchange } from '../../ground/generated/control.ts'
import type { WithTrace } from '../../record/journals.ts'
import { answers } from './journey.ts'

/** The names of all causes, in the order of the answers. */
export const causeNames: readonly string[] = [...answers.map(({ name }) => name), 'failure', 'gone']

export const withTrace: WithTrace = (exchange) => ({ ...exchange, trace: traceOf(exchange) })

/** Empty while there is no answer. */
function traceOf(exchange: Exchange): Decision[] {
  const { answeredBy, closed } = exchange
  const left = { answer: 'gone', asks: 'Is the client still connected?', outcome: 'the client left before it was answered' }
  if (answeredBy === 'gone') return closed ? [left] : []
  const last = answers.findIndex(({ name }) => name === answeredBy)
  const decisions = answers.slice(0, last === -1 ? FIRST_THAT_FAILS : last).flatMap(({ name, asks, passes }) => {
    return passes === undefined ? [] : [{ answer: name, asks, outcome: passes(exchange) }]
  })
  const answer = answers[last]
  const outcome = answer ? answer.answers(exchange) : (exchange.failure?.split('\n')[0] ?? 'failed')
  return [...decisions, { answer: answeredBy, asks: answer?.asks ?? 'Did the sandbox fail?', outcome }]
}

/** A failure inside the sandbox nearly always comes from a handler, or from the store behind it. */
const FIRST_THAT_FAILS = answers.findIndex(({ name }) => name === 'handler')

// Turns what was thrown into a reply: the one place that renders refusals. Whatever is no Problem is a bug of
// ours: the client gets the request id, the log gets the rest.

import type { Exchange, Reply } from '../exchange.ts'
import { Problem, type Refusal } from '../problem.ts'

export type Refuse = (exchange: Exchange, error: unknown) => void

export function refuse({ renderProblem }: { renderProblem: (refusal: Refusal) => unknown }): Refuse {
  return function refuse(exchange, error) {
    if (!(error instanceof Problem) || error.status >= 500) exchange.failure = error
    if (!(error instanceof Problem)) exchange.cause = 'failure'
    const problem =
      error instanceof Problem ? error : new Problem('internal_error', `The sandbox failed; its log says more under ${exchange.id}`)
    const { status, headers, because, assumed } = problem
    setReply(exchange, { status, headers, because, body: renderProblem(problem), assumed: [...assumed, 'codes'] })
  }
}

/** Takes a reply as the exchange's own. */
export function setReply(exchange: Exchange, reply: Reply): void {
  exchange.reply = reply
  exchange.headers = { 'Content-Type': 'application/json', ...reply.headers }
  exchange.cause += reply.because ?? ''
  for (const id of reply.assumed ?? []) exchange.assumed.add(id)
}

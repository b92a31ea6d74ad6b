// Turns what was thrown into a reply: the one place that renders refusals. Whatever is no Problem is a bug of
// ours: the client gets the request id, the log gets the rest.

import { Problem, type Refusal } from '../replies/problem.ts'
import type { Reply } from '../replies/reply.ts'
import type { Visit } from './visit.ts'

export type Refuse = (visit: Visit, error: unknown) => Reply

export function createRefuse({ renderProblem }: { renderProblem: (refusal: Refusal) => unknown }): Refuse {
  return function refuse(visit, error) {
    const { exchange } = visit
    const isRefusal = error instanceof Problem
    // 501 and 505 say that the client asked for what HTTP has and this server has not.
    if (!isRefusal || (error.status >= 500 && exchange.answeredBy !== 'http')) {
      exchange.failure = stackOf(error)
      exchange.answeredBy = 'failure'
    }
    const problem = isRefusal ? error : new Problem('internal_error', `The sandbox failed; its log says more under ${exchange.id}`)
    const { status, headers, because, assumed } = problem
    return { status, headers, because, body: renderProblem(problem), assumed: [...assumed, 'codes'] }
  }
}

/** A refusal has no stack; what caused it may have one. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Problem && error.cause === undefined) return error.message
  return String((error.cause instanceof Error ? error.cause : error).stack ?? error.message)
}

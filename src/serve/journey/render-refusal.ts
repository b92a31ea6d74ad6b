// Turns a refusal or a thrown error into a reply. This is the only place that renders refusals. An error that is no Problem is a bug in
// the sandbox: the client gets the request id, and the log gets the details.

import type { Reply } from '../../contract/reply.ts'
import { Problem } from '../../ground/problem.ts'
import type { PlainRefusal } from '../../ground/refusals.ts'
import type { RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'

type Parts = Pick<JourneyParts, 'renderProblem'>

export function renderRefusal({ secrets }: RequestContext, refusal: PlainRefusal, { renderProblem }: Parts): Reply {
  const { code, status, headers, causeParameters, assumed } = refusal
  const message = secrets.hideRepeated(refusal.message)
  return { status, headers, causeParameters, body: renderProblem({ code, status, message }), assumed: [...assumed, 'codes'] }
}

export function renderError(context: RequestContext, error: unknown, parts: Parts): Reply {
  const { exchange, secrets } = context
  const isRefusal = error instanceof Problem
  // 501 and 505 are refusals too: the client asked for a part of HTTP that this server does not have.
  if (!isRefusal || (error.status >= 500 && exchange.answeredBy !== 'http')) {
    exchange.failure = secrets.hideRepeated(stackOf(error))
    exchange.answeredBy = 'failure'
  }
  const problem = isRefusal ? error : new Problem('internal_error', `The sandbox failed. Look for ${exchange.id} in its log`)
  return renderRefusal(context, problem, parts)
}

/** The stack of an error. For a Problem it is the stack of its cause, or only its message. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Problem && error.cause === undefined) return error.message
  return String((error.cause instanceof Error ? error.cause : error).stack ?? error.message)
}

// The whole journey of a request. After it has entered its world, three lists run in this order. The notes look at the request and do not
// answer. The first answer that gives a reply wins, and its name is the cause. Every reply passes the finishes. A part stands in the file
// of its subject, and has a line here: nothing else decides the order.

import type { Operation } from '../../contract/operations.ts'
import type { Draft, Reply } from '../../contract/reply.ts'
import { Problem } from '../../ground/problem.ts'
import type { PlainProblem } from '../../ground/refusals.ts'
import { addAssumed } from '../../record/exchange.ts'
import { ban, credentials, decideAccess, http, rateLimit } from './access.ts'
import { applyChoices } from './apply-choices.ts'
import { createArrive, createContext, type RequestContext } from './context.ts'
import { checkReply, contract } from './contract.ts'
import { deprecationHeaders, limitHeaders, noteCause, sandboxHeaders } from './headers.ts'
import type { Context } from './message.ts'
import { generated, handler, removed } from './operation.ts'
import type { Answer, Finish, JourneyParts, Note } from './parts.ts'
import { checkRequest, hideSecrets, readBody } from './request.ts'
import { forgetSteps, injectFault, playReply, scenario, takeSteps } from './scenario.ts'
import { noteDelivery, send } from './send.ts'

const notes: readonly Note[] = [decideAccess, takeSteps, readBody, injectFault, checkRequest, hideSecrets]

export const answers: readonly Answer[] = [http, credentials, ban, rateLimit, scenario, contract, removed, handler, generated]

const finishes: readonly Finish[] = [checkReply, applyChoices, limitHeaders, deprecationHeaders, playReply, noteCause, sandboxHeaders]

/** Without an operation, the contract does not have the path or the method. */
export function createJourney(parts: JourneyParts) {
  const { worlds, tell, connections, keys, run, switches } = parts
  const arrive = createArrive(keys, switches, connections, run)

  return (operation?: Operation) => async (koa: Context) => {
    const arrival = arrive(koa, operation)
    const name = arrival.byUrl.world ?? arrival.head.world ?? 'default'
    const world = worlds.enterLive(name) ?? (await worlds.enter(name))
    const context = createContext(arrival, world)
    tell('began', context.exchange)
    const { connection } = arrival
    const close = () => {
      if (connection.last === koa.res && koa.req.complete) connection.last = undefined
      noteDelivery(context)
      if (context.exchange.causes.length === 0) noteCause(context)
      tell('closed', context.exchange)
      worlds.leave(world)
    }
    // The client may have left while the world was loaded.
    if (koa.res.closed) return close()
    koa.res.on('close', close)
    await reply(context, parts)
  }
}

/** Awaits only promises: most notes and answers return none, and an await would take as long as such a note. */
async function reply(context: RequestContext, parts: JourneyParts): Promise<void> {
  const { exchange } = context
  let given: Reply | undefined
  try {
    for (const look of notes) {
      const pending = look(context, parts)
      if (pending) await pending
    }
    const { refusal } = context
    for (const { name, give } of answers) {
      exchange.answeredBy = name
      const answer = refusal?.by === name ? renderRefusal(context, refusal.problem, parts) : give?.(context, parts)
      given = answer instanceof Promise ? await answer : answer
      if (given) break
    }
  } catch (error) {
    // A client that left in the middle of its request gets no answer.
    context.koa.respond = !context.request.readableAborted || context.request.complete
    if (!context.koa.respond) return
    given = renderError(context, error, parts)
  }
  try {
    // `contract` refuses a call without an operation, and `generated` answers each operation.
    const sending = complete(context, given as Reply, parts)
    if (sending) await sending
  } catch (error) {
    // A Problem here means that a scenario could not change or break the reply. The refusal is sent without scenarios.
    if (error instanceof Problem) exchange.answeredBy = 'scenario'
    const refusal = renderError(context, error, parts)
    if (context.response.headersSent) return void context.response.destroy()
    forgetSteps(context)
    await complete(context, refusal, parts)
  }
}

function complete(context: RequestContext, given: Reply, parts: JourneyParts): void | Promise<void> {
  const { status, headers, body, causeParameters, assumed, isCarriedOut } = given
  if (isCarriedOut) {
    context.exchange.carriedOut = true
    context.produced = body
  }
  if (assumed) for (const id of assumed) addAssumed(context.exchange, id)
  const draft: Draft = { status, headers: { 'Content-Type': 'application/json', ...headers }, body, causeParameters }
  for (const finish of finishes) finish(context, draft, parts)
  return send(context, draft, parts)
}

type RenderParts = Pick<JourneyParts, 'renderProblem'>

/** An error that is no Problem is a bug: the client gets the request id, and the log gets the details. */
export function renderError(context: RequestContext, error: unknown, parts: RenderParts): Reply {
  const { exchange, secrets } = context
  const isRefusal = error instanceof Problem
  if (!isRefusal || error.status >= 500) {
    exchange.failure = secrets.hideRepeated(stackOf(error))
    exchange.answeredBy = 'failure'
  }
  const problem = isRefusal ? error : new Problem('internal_error', `The sandbox failed. Look for ${exchange.id} in its log`)
  return renderRefusal(context, problem, parts)
}

function renderRefusal({ secrets }: RequestContext, refusal: PlainProblem, { renderProblem }: RenderParts): Reply {
  const { code, status, headers, causeParameters, assumed } = refusal
  const message = secrets.hideRepeated(refusal.message)
  return { status, headers, causeParameters, body: renderProblem({ code, status, message }), assumed: [...assumed, 'codes'] }
}

/** Of a Problem: its message. The bug of a user's own store is shown with its stack. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause = error } = error
  const isTrouble = error instanceof Problem && (cause instanceof Problem || 'errno' in Object(cause))
  return (!isTrouble && cause instanceof Error && cause.stack) || error.message
}

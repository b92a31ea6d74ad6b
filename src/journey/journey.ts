// The whole journey of a request. The request enters its world, then three lists run in this order. The notes look at the request
// and do not answer. The first answer that gives a reply wins, and its name is the cause. Every reply passes the finishes. To add a
// part, write its file in notes/, answers/ or finishes/, and a line here: nothing else decides the order.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Found } from '../contract/operations.ts'
import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Draft, Reply } from '../exchange/reply.ts'
import { createBacklog } from '../sockets/backlog.ts'
import { addAssumed } from './add-assumed.ts'
import { ban } from './answers/ban.ts'
import { contract } from './answers/contract.ts'
import { credentials } from './answers/credentials.ts'
import { generated } from './answers/generated.ts'
import { handler } from './answers/handler.ts'
import { http } from './answers/http.ts'
import { rateLimit } from './answers/rate-limit.ts'
import { removed } from './answers/removed.ts'
import { createArrivals } from './arrival.ts'
import { createContext, type RequestContext } from './context.ts'
import { endContext } from './end-context.ts'
import { applyChoices } from './finishes/apply-choices.ts'
import { checkReply } from './finishes/check-reply.ts'
import { deprecationHeaders } from './finishes/deprecation-headers.ts'
import { giveCountBack, limitHeaders } from './finishes/limit-headers.ts'
import { noteCause } from './finishes/note-cause.ts'
import { sandboxHeaders } from './finishes/sandbox-headers.ts'
import { checkMessage } from './notes/check-message.ts'
import { checkRequest } from './notes/check-request.ts'
import { decideAccess } from './notes/decide-access.ts'
import { findOperation } from './notes/find-operation.ts'
import { hideSecrets } from './notes/hide-secrets.ts'
import { injectFault } from './notes/inject-fault.ts'
import { ClientGone, readBody } from './notes/read-body.ts'
import type { Answer, Finish, JourneyParts, Note } from './parts.ts'
import { createRefuse } from './render-refusal.ts'
import { forgetSteps, playReply, scenario, takeSteps } from './scenario.ts'
import { createSend } from './send.ts'

const notes: readonly Note[] = [checkMessage, findOperation, decideAccess, takeSteps, readBody, injectFault, checkRequest, hideSecrets]

export const answers: readonly Answer[] = [http, credentials, ban, rateLimit, scenario, contract, removed, handler, generated]

const finishes: readonly Finish[] = [
  checkReply,
  applyChoices,
  giveCountBack,
  limitHeaders,
  deprecationHeaders,
  playReply,
  noteCause,
  sandboxHeaders,
]

/** `found` is what the router says of the method and the path: the operation, or the methods that the path allows. */
export type Journey = (request: IncomingMessage, response: ServerResponse, found: Found | undefined) => Promise<void>

export function createJourney(given: Omit<JourneyParts, 'uploads'>): Journey {
  const parts: JourneyParts = { ...given, uploads: createBacklog({ maxBytes: BOUNDS.uploadBytes }) }
  const { worlds, observer, connections } = parts
  const arrive = createArrivals(parts)
  const refuse = createRefuse(parts)
  const send = createSend(parts)

  return async function journey(request, response, found) {
    const arrival = arrive(request)
    const world = worlds.enterLive(arrival.world) ?? (await worlds.enter(arrival.world))
    const load = connections.begin(arrival, request)
    const context = createContext(arrival, { world, found, inUse: load.count }, request, response)
    observer.began(context.exchange)
    response.on('close', () => {
      endContext(context)
      connections.end(load)
      observer.closed(context.exchange)
      worlds.leave(world)
    })
    try {
      await complete(context, await replyTo(context))
    } catch (error) {
      // The client left in the middle of its request, so there is nobody to answer.
      if (error instanceof ClientGone) return
      await replyToFailure(context, error)
    }
  }

  async function replyTo(context: RequestContext): Promise<Reply> {
    try {
      for (const look of notes) {
        // Most notes return no promise. An await would cost as much time as such a note.
        const pending = look(context, parts)
        if (pending) await pending
      }
      return await ask(context, parts)
    } catch (error) {
      if (error instanceof ClientGone) throw error
      return refuse(context, error)
    }
  }

  /** Passes the reply through the finishes, and sends it. */
  function complete(context: RequestContext, { status, headers, body, causeParameters, assumed = [] }: Reply): void | Promise<void> {
    for (const id of assumed) addAssumed(context.exchange, id)
    const draft: Draft = { status, headers: { 'Content-Type': 'application/json', ...headers }, body, causeParameters }
    for (const finish of finishes) finish(context, draft, parts)
    return send(context, draft)
  }

  /** The reply could not be completed. A scenario may be the reason, so the refusal is sent without scenarios. */
  async function replyToFailure(context: RequestContext, error: unknown): Promise<void> {
    // A Problem at this place means that a scenario could not change or break the reply.
    if (error instanceof Problem) context.exchange.answeredBy = 'scenario'
    const reply = refuse(context, error)
    if (context.response.headersSent) {
      context.response.destroy()
      return
    }
    forgetSteps(context)
    await complete(context, reply)
  }
}

/** The reply of the first answer that gives one. A refusal is thrown. */
function ask(context: RequestContext, parts: JourneyParts): Reply | Promise<Reply> {
  const { exchange, refusal } = context
  for (const { name, give } of answers) {
    exchange.answeredBy = name
    if (refusal?.by === name) throw refusal.problem
    const reply = give?.(context, parts)
    if (reply) return reply
  }
  throw new Error(`nobody answered ${exchange.request.method} ${exchange.request.path}`)
}

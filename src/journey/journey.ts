// The whole journey of a request. The request enters its world, then three lists run in this order. The notes look at the request
// and do not answer. The first answer that gives a reply wins, and its name is the cause. Every reply passes the finishes. To add a
// part, write its file in notes/, answers/ or finishes/, and a line here.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import type { Found } from '../contract/operations.ts'
import type { Generate } from '../contract/prism.ts'
import { Problem, type Refusal } from '../errors/problem.ts'
import { ANSWER_NAMES, type AnswerName } from '../exchange/cause.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Draft, Reply } from '../exchange/reply.ts'
import type { Switches } from '../scenarios/switches.ts'
import { type Backlog, createBacklog } from '../sockets/backlog.ts'
import type { TakeTurn } from '../sockets/turns.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { addAssumed } from './add-assumed.ts'
import { ban } from './answers/ban.ts'
import { contract as breaksContract } from './answers/contract.ts'
import { credentials } from './answers/credentials.ts'
import { generated } from './answers/generated.ts'
import { type Handler, handler } from './answers/handler.ts'
import { http } from './answers/http.ts'
import { rateLimit } from './answers/rate-limit.ts'
import { removed } from './answers/removed.ts'
import { scenario } from './answers/scenario.ts'
import type { RequestContext } from './context.ts'
import { type ArrivalParts, createArrivals, createContext } from './create-context.ts'
import { endContext } from './end-context.ts'
import { checkReply } from './finishes/check-reply.ts'
import { dateHeader } from './finishes/date-header.ts'
import { deprecationHeaders } from './finishes/deprecation-headers.ts'
import { limitHeaders } from './finishes/limit-headers.ts'
import { noteCause } from './finishes/note-cause.ts'
import { playReply } from './finishes/play-reply.ts'
import { sandboxHeaders } from './finishes/sandbox-headers.ts'
import { checkMessage } from './notes/check-message.ts'
import { checkRequest } from './notes/check-request.ts'
import { findOperation } from './notes/find-operation.ts'
import { hideSecrets } from './notes/hide-secrets.ts'
import { type InjectParts, injectFault } from './notes/inject-fault.ts'
import { ClientGone, readBody } from './notes/read-body.ts'
import { readSwitches } from './notes/read-switches.ts'
import { forgetPlays, takeSteps } from './notes/take-steps.ts'
import { createRefuse } from './render-refusal.ts'
import { createSend } from './send.ts'

export interface JourneyParts extends ArrivalParts {
  readonly contract: Contract
  readonly switches: Switches
  readonly worlds: Worlds
  readonly handlers: Readonly<Record<string, Handler>>
  readonly generate: Generate
  readonly renderProblem: (refusal: Refusal) => unknown
  /** True: replies have no Sandbox-* headers. */
  readonly bare: boolean
  /** Counts the bytes that are kept for clients that do not read. */
  readonly backlog: Backlog
  /** Makes large bodies wait for their turn. */
  readonly takeTurn: TakeTurn
  /** It is told about every exchange. */
  readonly observer: Required<Observer>
  /** Only a campaign of faults has them. */
  readonly faults?: Pick<InjectParts, 'layer' | 'setUp'>
}

/** The bound for the bytes of unfinished request bodies of all connections. */
const MAX_UPLOADS = 256 * 1024 * 1024

type Note = (context: RequestContext) => void | Promise<void>
type Answer = (context: RequestContext) => Reply | Promise<Reply> | undefined
/** An answer that needs only the head of a request. It may be asked before the body has arrived, so it can only throw a refusal. */
type HeadRefusal = (context: RequestContext) => undefined
type Finish = (context: RequestContext, draft: Draft) => void

/** The router has found an operation, the methods that the path allows, or nothing. */
export type Journey = (request: IncomingMessage, response: ServerResponse, found?: Found) => Promise<void>

/** The three lists. The first notes and answers need only the head of a request, the others need its body too. */
function listParts({ contract, switches, handlers, generate, renderProblem, bare, takeTurn, faults }: JourneyParts) {
  const maxBytes = contract.maxBodyBytes
  const realm = contract.title
  const playing = { renderProblem, realm }

  /** The first answers. The notes ask them too, because a refused request takes no step of a scenario. */
  const refusals = {
    http: http(),
    credentials: credentials({ realm }),
    ban: ban(),
    'rate-limit': rateLimit(contract),
  } satisfies Partial<Record<AnswerName, HeadRefusal>>

  const stepParts = { ...playing, refusals: Object.values(refusals) }
  const note: { head: ((context: RequestContext) => void)[]; body: Note[] } = {
    head: [checkMessage(), findOperation(), readSwitches({ switches }), takeSteps(stepParts)],
    body: [
      readBody({ maxBytes, uploads: createBacklog({ maxBytes: MAX_UPLOADS }), takeTurn }),
      ...(faults ? [injectFault({ ...stepParts, ...faults })] : []),
      checkRequest(),
      hideSecrets(),
    ],
  }

  const answer: Record<AnswerName, Answer> = {
    ...refusals,
    scenario: scenario(playing),
    contract: breaksContract(contract),
    removed: removed(),
    handler: handler({ handlers }),
    generated: generated({ generate }),
  }

  const finish: Finish[] = [
    checkReply(),
    limitHeaders(),
    deprecationHeaders(),
    dateHeader(),
    playReply(playing),
    noteCause(),
    ...(bare ? [] : [sandboxHeaders(contract)]),
  ]

  return { note, early: listAnswers(refusals), answers: listAnswers(answer), finish }
}

/** The answers in the order of ANSWER_NAMES, which the trace has as well. */
const listAnswers = (answers: Readonly<Partial<Record<AnswerName, Answer>>>) =>
  ANSWER_NAMES.flatMap((name) => {
    const answer = answers[name]
    return answer ? [[name, answer] as const] : []
  })

export function createJourney(parts: JourneyParts): Journey {
  const { worlds, observer, connections } = parts
  const { note, early, answers, finish } = listParts(parts)
  const arrive = createArrivals(parts)
  const refuse = createRefuse(parts)
  const send = createSend(parts)

  return async function journey(request, response, found) {
    const arrival = arrive(request)
    const world = worlds.enterLive(arrival.world) ?? (await worlds.enter(arrival.world))
    const context = createContext(arrival, world, request, response, connections.begin(arrival, request), found)
    observer.began(context.exchange)
    response.on('close', () => leave(context))
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
      for (const look of note.head) look(context)
      // A client that waits with its body gets a refusal without sending the body, if the head is enough for a refusal.
      if (context.expectsContinue) {
        void ask(context, early)
        context.exchange.answeredBy = 'gone'
      }
      for (const look of note.body) {
        // Most notes return no promise. An await would cost as much time as such a note.
        const pending = look(context)
        if (pending) await pending
      }
      const reply = ask(context, answers)
      if (reply) return reply
      throw new Error(`nobody answered ${context.exchange.request.method} ${context.exchange.request.path}`)
    } catch (error) {
      if (error instanceof ClientGone) throw error
      return refuse(context, error)
    }
  }

  function leave(context: RequestContext): void {
    endContext(context)
    connections.end(context.load)
    observer.closed(context.exchange)
    worlds.leave(context.world)
  }

  /** Passes the reply through the finishes, and sends it. */
  function complete(context: RequestContext, reply: Reply): void | Promise<void> {
    const { exchange } = context
    context.causeParameters = reply.causeParameters
    for (const id of reply.assumed ?? []) addAssumed(exchange, id)
    const draft: Draft = { status: reply.status, headers: { 'Content-Type': 'application/json', ...reply.headers }, body: reply.body }
    for (const part of finish) part(context, draft)
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
    forgetPlays(context)
    await complete(context, reply)
  }
}

/** The reply of the first answer that gives one. A refusal is thrown. */
function ask(context: RequestContext, answers: readonly (readonly [name: AnswerName, Answer])[]): Reply | Promise<Reply> | undefined {
  for (const [name, give] of answers) {
    context.exchange.answeredBy = name
    const reply = give(context)
    if (reply) return reply
  }
  return undefined
}

// The whole journey of a request. The request enters its world, then three lists run in this order. The notes look at the request
// and do not answer. The first answer that gives a reply wins, and its name is the cause. Every reply passes the finishes. To add a
// part, write its file in notes/, answers/ or finishes/, and a line here.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import type { Generate } from '../contract/prism.ts'
import { ANSWER_NAMES, type AnswerName } from '../record/cause.ts'
import type { Observer } from '../record/observer.ts'
import { Problem, type Refusal } from '../replies/problem.ts'
import type { Draft, Reply } from '../replies/reply.ts'
import type { Switches } from '../scenarios/switches.ts'
import { type Backlog, createBacklog } from '../streams/backlog.ts'
import type { TakeTurn } from '../streams/turns.ts'
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
import { type ArrivalParts, createArrivals, createVisit } from './create-visit.ts'
import { endVisit } from './end-visit.ts'
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
import { ClientGone, readBody } from './notes/read-body.ts'
import { readSwitches } from './notes/read-switches.ts'
import { forgetPlays, takeSteps } from './notes/take-steps.ts'
import { createRefuse } from './render-refusal.ts'
import { createSend } from './send.ts'
import type { Visit } from './visit.ts'

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
}

/** The bound for the bytes of unfinished request bodies of all connections. */
const MAX_UPLOADS = 256 * 1024 * 1024

type Note = (visit: Visit) => void | Promise<void>
type Answer = (visit: Visit) => Reply | Promise<Reply> | undefined
/** An answer that needs only the head of a request. It may be asked before the body has arrived, so it can only throw a refusal. */
type HeadRefusal = (visit: Visit) => undefined
type Finish = (visit: Visit, draft: Draft) => void

export type Journey = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The three lists. The first notes and answers need only the head of a request, the others need its body too. */
function listParts({ contract, switches, handlers, generate, renderProblem, bare, takeTurn }: JourneyParts) {
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

  const note: { head: ((visit: Visit) => void)[]; body: Note[] } = {
    head: [
      checkMessage(),
      findOperation({ contract }),
      readSwitches({ switches }),
      takeSteps({ ...playing, refusals: Object.values(refusals) }),
    ],
    body: [readBody({ maxBytes, uploads: createBacklog({ maxBytes: MAX_UPLOADS }), takeTurn }), checkRequest()],
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

  return async function journey(request, response) {
    const arrival = arrive(request)
    const world = worlds.enterLive(arrival.world) ?? (await worlds.enter(arrival.world))
    const visit = createVisit(arrival, world, request, response, connections.begin(arrival, request))
    observer.began(visit.exchange)
    response.on('close', () => leave(visit))
    try {
      await complete(visit, await replyTo(visit))
    } catch (error) {
      // The client left in the middle of its request, so there is nobody to answer.
      if (error instanceof ClientGone) return
      await replyToFailure(visit, error)
    }
  }

  async function replyTo(visit: Visit): Promise<Reply> {
    try {
      for (const look of note.head) look(visit)
      // A client that waits with its body gets a refusal without sending the body, if the head is enough for a refusal.
      if (visit.expectsContinue) {
        void ask(visit, early)
        visit.exchange.answeredBy = 'gone'
      }
      for (const look of note.body) {
        // Most notes return no promise. An await would cost as much time as such a note.
        const pending = look(visit)
        if (pending) await pending
      }
      const reply = ask(visit, answers)
      if (reply) return reply
      throw new Error(`nobody answered ${visit.exchange.request.method} ${visit.exchange.request.path}`)
    } catch (error) {
      if (error instanceof ClientGone) throw error
      return refuse(visit, error)
    }
  }

  function leave(visit: Visit): void {
    endVisit(visit)
    connections.end(visit.load)
    observer.closed(visit.exchange)
    worlds.leave(visit.world)
  }

  /** Passes the reply through the finishes, and sends it. */
  function complete(visit: Visit, reply: Reply): void | Promise<void> {
    const { exchange } = visit
    visit.because = reply.because
    for (const id of reply.assumed ?? []) addAssumed(exchange, id)
    const draft: Draft = { status: reply.status, headers: { 'Content-Type': 'application/json', ...reply.headers }, body: reply.body }
    for (const part of finish) part(visit, draft)
    return send(visit, draft)
  }

  /** The reply could not be completed. A scenario may be the reason, so the refusal is sent without scenarios. */
  async function replyToFailure(visit: Visit, error: unknown): Promise<void> {
    // A Problem at this place means that a scenario could not change or break the reply.
    if (error instanceof Problem) visit.exchange.answeredBy = 'scenario'
    const reply = refuse(visit, error)
    if (visit.response.headersSent) {
      visit.response.destroy()
      return
    }
    forgetPlays(visit)
    await complete(visit, reply)
  }
}

/** The reply of the first answer that gives one. A refusal is thrown. */
function ask(visit: Visit, answers: readonly (readonly [name: AnswerName, Answer])[]): Reply | Promise<Reply> | undefined {
  for (const [name, give] of answers) {
    visit.exchange.answeredBy = name
    const reply = give(visit)
    if (reply) return reply
  }
  return undefined
}

// One request's whole journey, as three lists in running order. First all is noted, and nobody answers; then the
// first answer that replies wins, and its name is the cause; then every reply is finished alike. To add a step,
// write its file in steps/ and a line here.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import type { Generate } from '../contract/prism.ts'
import type { Exchange, Reply } from '../exchange.ts'
import type { Refusal } from '../problem.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { Keys } from '../worlds/keys.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { ban } from './answers/ban.ts'
import { contract as breaksContract } from './answers/contract.ts'
import { credentials } from './answers/credentials.ts'
import { generated } from './answers/generated.ts'
import { type Handler, handler } from './answers/handler.ts'
import { rateLimit } from './answers/rate-limit.ts'
import { removed } from './answers/removed.ts'
import { scenario } from './answers/scenario.ts'
import { checkReply } from './finishes/check-reply.ts'
import { dateHeader } from './finishes/date-header.ts'
import { deprecationHeaders } from './finishes/deprecation-headers.ts'
import { limitHeaders } from './finishes/limit-headers.ts'
import { playReply } from './finishes/play-reply.ts'
import { sandboxHeaders } from './finishes/sandbox-headers.ts'
import { checkRequest } from './notes/check-request.ts'
import { countRequest } from './notes/count-request.ts'
import { identifyCaller } from './notes/enter-world.ts'
import { findOperation } from './notes/find-operation.ts'
import { ClientGone, readBody } from './notes/read-body.ts'
import { noteSwitches } from './notes/read-switches.ts'
import { refuse as createRefuse, setReply } from './render-refusal.ts'
import { send } from './send.ts'

export interface JourneyParts {
  readonly contract: Contract
  readonly keys: Keys
  readonly worlds: Worlds
  readonly handlers: Readonly<Record<string, Handler>>
  readonly generate: Generate
  readonly catalogue: Catalogue
  readonly renderProblem: (refusal: Refusal) => unknown
  /** No headers of the sandbox's own. */
  readonly bare: boolean
  /** Told about every exchange when it is over. */
  readonly record: (exchange: Exchange) => void
}

type Note = (exchange: Exchange, request: IncomingMessage) => void | Promise<void>
type Answer = (exchange: Exchange) => Reply | Promise<Reply> | undefined
type Finish = (exchange: Exchange) => void

export type Journey = (exchange: Exchange, request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createJourney({
  contract,
  keys,
  worlds,
  handlers,
  generate,
  catalogue,
  renderProblem,
  bare,
  record,
}: JourneyParts): Journey {
  const maxBytes = contract.maxBodyBytes
  const refuse = createRefuse({ renderProblem })

  const note: Note[] = [
    noteSwitches(),
    readBody({ maxBytes }),
    findOperation({ contract }),
    identifyCaller({ keys, worlds }),
    checkRequest(),
    countRequest(),
  ]

  const answer: [cause: string, Answer][] = Object.entries({
    credentials: credentials({ realm: contract.title }),
    ban: ban(),
    'rate-limit': rateLimit(contract),
    scenario: scenario({ catalogue, generate, renderProblem, realm: contract.title }),
    contract: breaksContract({ maxBytes }),
    removed: removed(),
    handler: handler({ handlers }),
    generated: generated({ generate }),
  })

  const finish: Finish[] = [
    checkReply({ refuse }), //
    limitHeaders({ plans: contract.plans }),
    deprecationHeaders(),
    dateHeader(),
    playReply({ renderProblem, realm: contract.title }),
    ...(bare ? [] : [sandboxHeaders(contract)]),
  ]

  return async function journey(exchange, request, response) {
    try {
      // Most steps have nothing to wait for; waiting all the same would cost as much as they do.
      for (const look of note) {
        const pending = look(exchange, request)
        if (pending) await pending
      }
      for (const [cause, give] of answer) {
        exchange.cause = cause
        const given = give(exchange)
        const reply = given instanceof Promise ? await given : given
        if (reply === undefined) continue
        setReply(exchange, reply)
        break
      }
    } catch (error) {
      if (error instanceof ClientGone) return record(exchange)
      refuse(exchange, error)
    }
    try {
      await reply(exchange, request, response)
    } catch (error) {
      exchange.failure = error
      response.destroy()
    } finally {
      record(exchange)
    }
  }

  async function reply(exchange: Exchange, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const complete of finish) complete(exchange)
      const pending = send(exchange, request, response)
      if (pending) await pending
    } catch (error) {
      if (response.headersSent) throw error
      // What was played may be what failed: the refusal goes out plain.
      for (const part of ['played', 'delay', 'fault'] as const) delete exchange[part]
      refuse(exchange, error)
      for (const complete of finish) complete(exchange)
      await send(exchange, request, response)
    }
  }
}

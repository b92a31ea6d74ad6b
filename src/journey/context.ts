// A request context: an exchange on its way through the journey, and the live objects that notes, answers and finishes need. It begins when
// the request has entered its world, and ends with the reply. Only the exchange is kept after that.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Found, Operation } from '../contract/operations.ts'
import type { Input } from '../contract/read-request.ts'
import type { Problem } from '../errors/problem.ts'
import type { Secrets } from '../exchange/secrets.ts'
import type { Scene } from '../scenarios/effect.ts'
import type { Sequence, TakenStep } from '../scenarios/player.ts'
import type { Address } from '../scenarios/switches.ts'
import type { Session, World } from '../worlds/world.ts'
import type { Load } from './connections.ts'

export interface RequestContext extends Scene {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The number of requests that the caller has under way, with this request. */
  readonly load: Load
  readonly world: World
  /** The session of the world when the request came. A reset during the request context starts a new session. */
  readonly session: Session
  /** What the router has found. */
  readonly found: Found | undefined
  /** The switches of the base URL. */
  readonly address: Address
  /** The path as it was sent, without prefix. In the record, secrets are hidden. */
  readonly path: string
  /** The query as it was sent. */
  readonly query: string
  /** Hides the secrets of the request in what is kept of it. */
  readonly secrets: Secrets
  /** The client waits for `100 Continue`, or a refusal, before it sends the body (RFC 9110 §10.1.1). */
  readonly expectsContinue: boolean

  // Written by the notes:
  operation?: Operation
  pathParameters: Readonly<Record<string, string>>
  /** The allowed methods, when the path is known but the method is not. */
  allow?: readonly string[]
  /** The scenarios that may take the call. They come from the strongest switch that applies to the call. */
  sequences: readonly Sequence[]
  switchProblem?: Problem
  /** The steps of scenarios that took the call. */
  taken: readonly TakenStep[]
  /** A scenario breaks the request before its body has arrived, so nobody reads the body. */
  breaksRequest: boolean
  body?: Buffer
  /** The body was too large, and was dropped. */
  isTooLarge: boolean
  /** A part of the body is still to come, and nobody reads it. So the connection ends with the reply. */
  isBodyLeft: boolean
  /** The refusal of a request that breaks the rules of HTTP. */
  messageProblem?: Problem
  /** The client ended the connection in the middle of its body. It may be gone. */
  isCutShort: boolean
  /** The values of parameters and body, with the types of the contract. */
  input: Input

  // Written by the answers and finishes:
  /** Parameters of the cause, for example `{ window: 'minute' }`. */
  causeParameters?: Readonly<Record<string, string | number>> | undefined
  produced?: unknown
  /** True when a scenario has replaced the body of the reply by a copy. */
  isCopy: boolean
}

// A visit: an exchange on its way through the journey, with the live things that notes, answers and finishes work on. It begins when the
// request has entered its world, and ends with the reply. Nothing of it is kept but the exchange.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../contract/operations.ts'
import type { Input } from '../contract/read-request.ts'
import type { Problem } from '../replies/problem.ts'
import type { Scene } from '../scenarios/effect.ts'
import type { Sequence, TakenStep } from '../scenarios/player.ts'
import type { Address } from '../scenarios/switches.ts'
import type { Session, World } from '../worlds/world.ts'
import type { Load } from './connections.ts'

export interface Visit extends Scene {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the caller has under way, this request included. */
  readonly load: Load
  readonly world: World
  /** The world's when the request came; a reset meanwhile begins another. */
  readonly session: Session
  /** What the base URL asks for. */
  readonly address: Address
  /** The query as sent: the record hides credentials in it. */
  readonly query: string
  /** The client waits for `100 Continue`, or a refusal, before it sends the body (RFC 9110 §10.1.1). */
  readonly expectsContinue: boolean

  // What the notes find out.
  operation?: Operation
  pathParameters: Readonly<Record<string, string>>
  /** The methods that a known path allows, when the method is another one. */
  allow?: readonly string[]
  /** The scenarios that may take the call: those of the strongest switch that means it. */
  sequences: readonly Sequence[]
  switchProblem?: Problem
  /** The steps of scenarios that took the call. */
  taken: readonly TakenStep[]
  /** A scenario breaks the request before its body has arrived, so nobody reads the body. */
  breaksRequest: boolean
  body?: Buffer
  /** The body went over the limit and was dropped. */
  isTooLarge: boolean
  /** Of the body something is still to come, and nobody reads it: the connection ends with the reply. */
  isBodyLeft: boolean
  /** What breaks the rules of HTTP, before anything is asked of the sandbox. */
  messageProblem?: Problem
  /** The client ended the connection in the middle of its body: nobody may be there to answer. */
  isCutShort: boolean
  /** The values of parameters and body, each of the type the contract gives it. */
  input: Input

  // What answered.
  /** Parameters of the cause, as `{ window: 'minute' }`. */
  because?: Readonly<Record<string, string | number>> | undefined
  produced?: unknown
  /** Whether a scenario has put a copy in the place of the reply's body. */
  isCopy: boolean
}

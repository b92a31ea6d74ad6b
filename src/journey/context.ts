// A request context: an exchange on its way through the journey, and the live objects that notes, answers and finishes need. It begins
// when the request has entered its world, and ends with the reply. Only the exchange is kept after that.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Found } from '../contract/operations.ts'
import type { Input } from '../contract/read-request.ts'
import type { Problem } from '../errors/problem.ts'
import type { Choices } from '../exchange/choices.ts'
import type { Secrets } from '../exchange/secrets.ts'
import { addWarning } from '../exchange/violation.ts'
import type { Scene } from '../scenarios/effect.ts'
import type { Address } from '../scenarios/switches.ts'
import type { Session, World } from '../worlds/world.ts'
import type { Arrival } from './arrival.ts'
import type { ReceivedBody } from './notes/read-body.ts'
import type { Play } from './scenario.ts'

export interface RequestContext extends Scene {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly world: World
  /** The session of the world when the request came. A reset during the request starts a new session. */
  readonly session: Session
  /** The operation of the method and the path, or the methods that the path allows. */
  readonly found: Found | undefined
  /** The choices of assumptions for this request. */
  readonly choices: Choices
  /** The switches of the base URL. */
  readonly address: Address
  /** The path as it was sent, without prefix. In the record, secrets are hidden. */
  readonly path: string
  /** The query as it was sent. */
  readonly query: string
  /** Hides the secrets of the request in what is kept of it. */
  readonly secrets: Secrets
  /** The first refusal that a note found. The answer of this name gives it. */
  refusal?: { readonly by: 'http' | 'credentials' | 'ban' | 'rate-limit' | 'scenario'; readonly problem: Problem }
  /** The steps of scenarios that took the call. Only scenario.ts writes it. */
  play?: Play
  /** Only the note `readBody` writes it. */
  body?: ReceivedBody
  /** The values of parameters and body, with the types of the contract. Only the note `checkRequest` writes it. */
  input?: Input
  /** The body of the handler's reply. */
  produced?: unknown
}

const SESSION_LOST = 'another replica had this world in the meantime: its clock, limits and scenarios start anew'

/** Creates the request context of a request in its world. It counts the request against the limits before anything else. */
export function createContext(
  arrival: Arrival,
  { world, found, inUse }: { readonly world: World; readonly found: Found | undefined; readonly inUse: number },
  request: IncomingMessage,
  response: ServerResponse,
): RequestContext {
  const { session } = world
  const { number, id, connection, caller, warnings, address, path, query, secrets } = arrival
  if (world.wasElsewhere) addWarning({ warnings }, 'session_lost', SESSION_LOST)
  world.wasElsewhere = false
  const arrived = session.clock.momentAt(arrival.at)
  const choices = address.choices ? { ...session.choices, ...address.choices } : session.choices
  const { limits } = session
  const count = caller.plan === undefined ? limits.countAddress(connection.address, choices) : limits.count(caller.plan, arrived, choices)
  return {
    exchange: {
      number,
      id,
      arrived,
      connection: { ...connection, inUse },
      request: arrival.request,
      caller,
      world: world.name,
      session: session.number,
      stage: session.stage,
      count,
      ...(arrival.keyPlace !== undefined && { keyPlace: arrival.keyPlace }),
      violations: [],
      warnings,
      answeredBy: 'gone',
      appliedSteps: [],
      causes: [],
      assumed: [],
      carriedOut: false,
      delivered: 'none',
      deliveredBytes: 0,
    },
    request,
    response,
    world,
    session,
    found,
    operation: found && 'operation' in found ? found.operation : undefined,
    choices,
    address,
    path,
    query,
    secrets,
  }
}

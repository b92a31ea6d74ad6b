// The exchange: one request and all that becomes of it. The journey fills it from top to bottom; the journal,
// the log and the library only read it. It holds values, never a socket or Koa's context.

import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from './contract/operations.ts'
import type { Code } from './problem.ts'
import type { Played } from './scenarios/player.ts'
import type { Moment } from './worlds/clock.ts'
import type { Count } from './worlds/limits.ts'
import type { Session, World } from './worlds/world.ts'

export interface Exchange {
  /** `req_<run>_<number>`, unique over restarts; sent as `Sandbox-Request-Id`. */
  readonly id: string
  arrived: Moment
  replied?: Moment
  /** When the reply was all handed over, or the client gone; comes after all else. */
  closed?: Moment
  /** The connection, and which request on it this is, counted from 1. */
  readonly socket: { readonly id: number; readonly use: number; readonly address: string }
  readonly request: Request

  // What the notes find out.
  /** The test that the request belongs to (`Sandbox-Case`), and the status that its author wants. */
  testCase?: { readonly name: string; readonly expect?: number }
  /** What is wrong with a switch that was read already. */
  switchFault?: string
  /** The operation that the path and the method name, with its path parameters as text. */
  operation?: Operation
  pathParameters: Readonly<Record<string, string>>
  /** The methods that a known path allows, when the method is another one. */
  allow?: readonly string[]
  caller: Caller
  world: World
  /** The world's when the request came; a reset meanwhile begins another. */
  session: Session
  /** The values of parameters and body, each of the type the contract gives it. */
  input: Input
  violations: Violation[]
  warnings: string[]
  count?: Count

  // What a scenario makes of it.
  /** The steps met that do something; the first names the cause. */
  played?: readonly Played[]
  /** Seconds for which the reply is held back. */
  delay?: number
  /** What happens to the connection in place of a whole reply; `gap` is in seconds. */
  fault?: { readonly kind: string; readonly gap: number }

  // What answered.
  /** Sent as `Sandbox-Cause`: the key of the answer that replied, with its parameters, or `failure` for a bug. */
  cause: string
  reply: Reply
  /** The headers of the reply, as the finishing steps complete them. */
  headers: Record<string, string>
  /** Ids of the assumptions that the reply rests on. */
  assumed: Set<string>
  /** Whether the operation itself was carried out. */
  carriedOut: boolean
  /** The body that it gave, before any scenario changed the reply. */
  produced?: unknown
  /** The reply as it went out; absent when the client left before. */
  sent?: Sent
  /** What broke inside the sandbox, for the log only. */
  failure?: unknown
}

export interface Request {
  readonly method: string
  /** As sent: prefix, path and query. */
  readonly target: string
  /** The part before the base path that carries switches, as `/~world=w3`; else empty. */
  readonly prefix: string
  /** Without prefix and query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly switches: Switches
  /** `http://host:port`, as the client calls this server. */
  readonly origin: string
  readonly headers: IncomingHttpHeaders
  body?: Buffer
  /** The body went over the limit and was dropped. */
  tooLarge?: boolean
}

/** What the base URL asks for. */
export interface Switches {
  readonly world?: string
  readonly scenario?: ScenarioSwitch
  /** What is wrong with them. */
  readonly fault?: string
}

/** A scenario that one request or one client asks for. */
export interface ScenarioSwitch {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** The values come out of a URL and bear no type: that of the parameter says how to read them. */
  readonly areTexts?: boolean
  /** Limits it to these operationIds. */
  readonly operations?: readonly string[]
  /** Counts the calls of one run together, whatever they call. */
  readonly run?: string
}

export interface Caller {
  /** The key as sent, when it is one of the sandbox's; a foreign one is never kept. */
  key?: string
  plan?: string
  /** Why there is no plan. `given` tells whether a bearer token was sent at all (RFC 6750 §3.1). */
  refusal?: { readonly given: boolean; readonly message: string }
}

export interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, unknown>
  cookie: Record<string, unknown>
  body?: unknown
}

/** What breaks the contract, and with which code it is refused. */
export interface Violation {
  readonly code: Code
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  readonly message: string
}

/** A reply as plain values; `body` is any JSON value, int64 as number or bigint. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Parameters of the cause, as `;window=minute`. */
  readonly because?: string
  readonly assumed?: readonly string[]
}

export interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

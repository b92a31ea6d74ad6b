// The exchange: one request and all that became of it. It is plain data and could be sent as JSON as it stands: no
// world, no session, no function is in it. The journey writes it; journal, log and whoever else observes only read it.

import type { AnswerName, Cause } from './cause.ts'
import type { FaultName } from './fault-kinds.ts'
import type { Violation, Warning } from './violation.ts'

/** One point in time on the machine's clocks. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly real: number
  /** Milliseconds since the process started, on a clock that nobody sets. */
  readonly monotonic: number
}

/** One point in time, also on the world's clock. */
export interface Moment extends Instant {
  /** Milliseconds since 1970. */
  readonly world: number
}

/** The record of one request: who called, what was wrong with the request, and why it got its reply. */
export interface Exchange {
  /** Counts the requests of this run, from 1, in the order of their arrival. */
  readonly number: number
  /** `req_<run>_<number>`, unique over restarts; sent as `Sandbox-Request-Id`. */
  readonly id: string
  /** When the head of the request had arrived. */
  readonly arrived: Moment
  /** The connection that brought the request. */
  readonly connection: Connection
  /** The request as it was sent. */
  readonly request: RequestRecord
  /** Who called, by the key of the request. */
  readonly caller: Caller
  /** The world's name. */
  readonly world: string
  /** The world's session when the request arrived: a reset begins another. */
  readonly session: number
  /** How often, in this session, somebody had put or removed scenarios, or set the clock or the limits, when the request arrived. */
  readonly stage: number
  /** What the rate limits say of this request, whatever a scenario showed. */
  readonly count: Count

  // What the notes find out.
  /** The operationId that method and path name. */
  operation?: string
  /** The test that the request belongs to (`Sandbox-Case`), and the status that its author wants. */
  testCase?: TestCase
  /** What breaks the contract. */
  readonly violations: Violation[]
  /** What does not break it but is a likely mistake. */
  readonly warnings: Warning[]

  // What answered.
  /** The answer of the journey that replied, as `handler`; `failure` when the sandbox failed, `gone` when nobody was there to answer. */
  answeredBy: AnswerName | 'failure' | 'gone'
  /** The steps of scenarios that took the call. */
  plays: readonly Play[]
  /** Sent as `Sandbox-Cause`: why the reply is what it is; several where several scenarios changed it. */
  causes: readonly Cause[]
  /** Ids of the assumptions that the reply rests on. */
  readonly assumed: string[]
  /** Whether the operation itself was carried out. */
  carriedOut: boolean
  /** What the reply said of the limits, where a scenario showed something else than `count`. */
  shown?: Shown
  /** The reply as it was to go out; absent while there is none, or when nobody was there to get it. */
  reply?: SentReply
  /** When the first byte of the reply was handed over. */
  replied?: Moment
  /** When the reply was over, or the client gone; absent while the exchange is under way. */
  closed?: Moment
  /** How much of the reply reached the connection, and how many bytes of its body. */
  delivered: 'whole' | 'part' | 'none'
  /** How many bytes of the reply's body reached the connection. */
  deliveredBytes: number
  /** The fault that a scenario played in place of a whole reply, as `reset`. */
  fault?: FaultName
  /** What broke inside the sandbox, with its stack; for the log and the journal, never for the client. */
  failure?: string
}

/** The connection of a request. */
export interface Connection {
  /** Counts the connections of this run that brought an exchange, from 1. */
  readonly id: number
  /** Which request on the connection this is, counted from 1. */
  readonly use: number
  /** The address of the client, as `127.0.0.1`. */
  readonly address: string
  /** When it was opened. */
  readonly opened: Instant
  /** How many connections of the caller were in use at the arrival, this one included. */
  readonly inUse: number
}

/** A request as it was sent. */
export interface RequestRecord {
  /** The method, as `GET`. */
  readonly method: string
  /** As sent: prefix, path and query. Credentials in it are redacted. */
  readonly target: string
  /** The part before the base path that carries switches, as `/~world=w3`; else empty. */
  readonly prefix: string
  /** Without prefix and query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** `http://host:port`, as the client calls this server. */
  readonly origin: string
  /** Names and values in turn, as sent. Credentials are redacted. */
  readonly headers: readonly string[]
  /** Absent when the request has none, or when it has not arrived. */
  body?: Body
}

/** A body as recorded: its beginning, as text, or as base64 where it is no UTF-8. */
export interface Body {
  /** The beginning of the body, if the body is UTF-8. */
  readonly text?: string
  /** The beginning of the body in base64, if the body is not UTF-8. */
  readonly base64?: string
  /** The length of the whole body. */
  readonly bytes: number
  /** Of the whole body, in hexadecimal digits; only where more was sent than is kept. */
  readonly sha256?: string
}

/** Who called, as far as the key says it. */
export interface Caller {
  /** The key as sent, when it is one of the sandbox's; a foreign one is never kept. */
  readonly key?: string
  /** The plan of the key; absent without a valid key. */
  readonly plan?: string
  /** Why there is no plan. `given` tells whether a bearer token was sent at all (RFC 6750 §3.1). */
  readonly refusal?: { readonly given: boolean; readonly message: string }
}

/** The name of a test, as the header `Sandbox-Case` gives it. */
export interface TestCase {
  /** The name of the test. */
  readonly name: string
  /** The statuses that its author wants. */
  readonly expect?: readonly number[]
}

/** Which of the two windows of a plan. */
export type WindowName = 'minute' | 'day'

/** What a reply says of the rate limits. */
export interface Shown {
  /** The window that is shown; of a refused request the one that refused. */
  readonly window: WindowName
  /** The value of `X-RateLimit-Limit`. */
  readonly limit: number
  /** The value of `X-RateLimit-Remaining`. */
  readonly remaining: number
  /** In seconds since 1970. */
  readonly reset: number
  /** Whole seconds until the window or the ban is over. */
  readonly retryAfter: number
}

/** What counting a request came to. */
export interface Count extends Shown {
  /** When it was counted, which may be after it arrived: its world may have been loaded in between. */
  readonly at: Moment
  /** What became of the request: counted, over the limit, or from a banned key. */
  readonly verdict: 'served' | 'refused' | 'banned'
}

/** A step of a scenario that took a call. */
export interface Play {
  /** The name of the scenario. */
  readonly scenario: string
  /** Counted from 1; absent where there is no sequence. */
  readonly step?: number
  /** Whether it changed the reply, or gave it. */
  readonly acted: boolean
  /** What lets later calls of the same kind get by the scenario: its steps are used up, or luck, or nothing. */
  readonly passes: 'used-up' | 'luck' | 'never'
}

/** A reply as it was sent. */
export interface SentReply {
  /** The status code. */
  readonly status: number
  /** The headers, by their names as sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; of a long one only the beginning is kept. */
  readonly body: Body
}

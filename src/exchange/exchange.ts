// The exchange: one request and everything that happened to it. It is plain data that could be sent as JSON, without
// worlds, sessions or functions. The journey writes it. The journal, the log and other observers only read it.

import type { Cause } from './cause.ts'
import type { Count, Shown } from './count.ts'
import type { Instant, Moment } from './moment.ts'
import type { Violation, Warning } from './violation.ts'

/** The record of one request: who called, what was wrong with the request, and why it got its reply. */
export interface Exchange {
  /** The number of the request in this run, counted from 1 in the order of arrival. */
  readonly number: number
  /** `req_<run>_<number>`, unique over all runs. Sent as `Sandbox-Request-Id`. */
  readonly id: string
  /** When the head of the request had arrived. A pipelined request may arrive before the reply to the request before it. */
  readonly arrived: Moment
  /** The connection that brought the request. */
  readonly connection: Connection
  /** The request as it was sent. */
  readonly request: RequestRecord
  /** The caller, as the key of the request tells it. */
  readonly caller: Caller
  /** The world's name. */
  readonly world: string
  /** The world's session when the request arrived. A reset begins a new session. */
  readonly session: number
  /** How many changes of scenarios, clock or limits the session had before the request arrived. */
  readonly revision: number
  /** The true state of the rate limits for this request, even when a scenario showed other numbers. */
  count: Count

  // Filled in by the notes.
  /** The operationId that belongs to method and path. */
  operation?: string
  /** The test that the request belongs to (`Sandbox-Case` or the base URL), and what its author declares. */
  testCase?: TestCase
  /** `Cookie` or `Referer`, when this header has a key of the sandbox, which belongs only into Authorization. */
  readonly keyPlace?: string
  /** What in the request breaks the contract. */
  readonly violations: Violation[]
  /** Likely mistakes that do not break the contract. */
  readonly warnings: Warning[]

  // Filled in by the answers.
  /**
   * The answer of the journey that replied, for example `handler`. `failure` when the sandbox failed, `gone` when the
   * client had left before an answer.
   */
  answeredBy: string
  /** The scenario steps that took the call. */
  appliedSteps: readonly AppliedStep[]
  /** Why the reply is as it is. Sent as `Sandbox-Cause`. There are several causes when several scenarios changed the reply. */
  causes: readonly Cause[]
  /** Ids of the assumptions behind the reply. */
  readonly assumed: string[]
  /** Whether the operation itself was carried out. */
  carriedOut: boolean
  /** The limits in the reply, when a scenario showed other numbers than `count`. */
  shown?: Shown
  /** The reply as it should be sent. Absent while there is no reply, and when the client had left. */
  reply?: SentReply
  /** When the sandbox passed on the first byte of the reply. */
  replied?: Moment
  /** When the reply was finished or the client had left. Absent while the exchange is under way. */
  closed?: Moment
  /** How much of the reply reached the connection. */
  delivered: 'whole' | 'part' | 'none'
  /** How many bytes of the reply's body reached the connection. */
  deliveredBytes: number
  /** The fault that a scenario played instead of a whole reply, for example `reset`. */
  fault?: string
  /** The error inside the sandbox, with its stack. For the log and the journal, and never for the client. */
  failure?: string
}

/** The connection of a request. */
export interface Connection {
  /** The number of the connection in this run, counted from 1. Only connections with an exchange are counted. */
  readonly id: number
  /** The number of this request on its connection, counted from 1. */
  readonly use: number
  /** The address of the client, for example `127.0.0.1`. */
  readonly address: string
  /** When the connection was opened. */
  readonly opened: Instant
  /** How many connections of the caller were in use at the arrival, including this connection. */
  readonly inUse: number
}

/** A request as it was sent. */
export interface RequestRecord {
  /** The method, for example `GET`. */
  readonly method: string
  /** Prefix, path and query as the client sent them. Credentials are redacted. */
  readonly target: string
  /** The part before the base path that holds switches, for example `/~world=w3`. Empty without switches. */
  readonly prefix: string
  /** The path without prefix and query. */
  readonly path: string
  /** The query without the question mark. */
  readonly query: string
  /** `http://host:port`, the name that the client uses for this server. */
  readonly origin: string
  /** Names and values in turn, as the client sent them. Credentials are redacted. */
  readonly headers: readonly string[]
  /** The value of `User-Agent`. */
  readonly userAgent?: string | undefined
  /** Absent when the request has no body, or when the body has not arrived. */
  body?: Body
}

/** A recorded body. Its beginning is kept as text, or as base64 when it is not UTF-8. */
export interface Body {
  /** The beginning of the body, if the body is UTF-8. */
  readonly text?: string
  /** The beginning of the body in base64, if the body is not UTF-8. */
  readonly base64?: string
  /** The length of the whole body, in bytes. */
  readonly bytes: number
  /** The SHA-256 of the whole body in hexadecimal digits. Only present when a part of the body is not kept. */
  readonly sha256?: string
}

/** Who called, by the key of the request. */
export interface Caller {
  /** The key as the client sent it, when it is a key of the sandbox. Foreign keys are never kept. */
  readonly key?: string
  /** The plan of the key; absent without a valid key. */
  readonly plan?: string
  /** Why the caller has no plan. */
  readonly refusal?: KeyRefusal
}

/** Why a request has no valid key. */
export interface KeyRefusal {
  /** Whether the request has a bearer token at all (RFC 6750 §3.1). */
  readonly given: boolean
  /** A sentence about the refusal. */
  readonly message: string
  /** Tells different wrong credentials apart. Made with a secret of this process, so it tells nothing about the credential. */
  readonly digest?: string
}

/** A test, as the header `Sandbox-Case` or the base URL describes it. */
export interface TestCase {
  /** The name of the test. */
  readonly name: string
  /** The statuses that the test expects. */
  readonly expect?: readonly number[]
  /** 1: this run of the test makes each different call once, so every repetition is the work of the client. */
  readonly calls?: 1
  /** The run of the test. It is new whenever the test runs again. */
  readonly id?: string
}

/** A scenario step that took a call. */
export interface AppliedStep {
  /** The name of the scenario. */
  readonly scenario: string
  /** The number of the step, counted from 1. */
  readonly step: number
  /** Whether the step changed or made the reply. */
  readonly acted: boolean
  /** How later calls like this one can pass the scenario: when its steps are used up, by chance, or never. */
  readonly passes: 'used-up' | 'luck' | 'never'
}

/** A reply as it was sent. */
export interface SentReply {
  /** The status code. */
  readonly status: number
  /** The headers. The key is the header's name as it was sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The body. Of a long body, only the beginning is kept. */
  readonly body: Body
}

// What the control API tells and takes, by spec/control.yaml, as types of the library. Written by npm run docs.

import type { OperationId, ScenarioName, Step } from './names.ts'

/** The versions of the sandbox and of its contract. */
export interface Versions {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title and version of the OpenAPI document. */
  readonly contract: {
    readonly title: string
    readonly version: string
  }
}

/** The versions, the worlds and the calls of a sandbox. */
export interface Index extends Versions {
  /** The base URL of clients. */
  readonly url: string
  /** The plans, as keys name them. A client without a key is shown the limits of the first plan. */
  readonly plans: readonly string[]
  /** The collections of a world. */
  readonly collections: readonly string[]
  /** The names of the worlds in memory. */
  readonly worlds: readonly string[]
  readonly calls: readonly {
    readonly operationId: string
    readonly method: string
    /** The address. A part in braces stands for a value, as `{world}`. */
    readonly href: string
    readonly summary: string
  }[]
}

/** The state of a sandbox that works. */
export interface Health {
  /** Always `ok`, because a sandbox that does not work answers 503. */
  readonly status: 'ok'
  /** The version of the sandbox. */
  readonly sandbox: string
  /** How many worlds are in memory. */
  readonly worlds: number
  /** Stored worlds that cannot be used. Calls in these worlds get 503, and the other worlds work. Absent when there are no such worlds. */
  readonly damaged?: readonly {
    readonly world: string
    readonly reason: string
  }[]
  /** Sentences about settings with which the store may lose changes. Absent when there are none. */
  readonly warnings?: readonly string[]
}

/** Something that the service's document leaves open, and the choice that the sandbox makes. */
export interface Assumption {
  /** The name of the assumption, which is used in `Sandbox-Assumed`. */
  readonly id: string
  /** The name of the choice in force. */
  readonly choice: string
  /** The name of the choice that the sandbox makes if nobody chooses. */
  readonly default: string
  /** Everything that the service may do: a sentence for each choice. */
  readonly choices: Readonly<Record<string, string>>
  /** What the service's document does not state, and the reason for the default. */
  readonly why: string
}

/** A scenario of the catalogue. */
export interface CatalogueEntry {
  /** The name of the scenario. */
  readonly name: string
  /** A description of what the client sees. */
  readonly summary: string
  /** The group of the scenario: `errors`, `limits`, `network`, `data` or `slow`. Absent for a scenario of your own. */
  readonly group?: string
  /** The parameters of the scenario. The key is the parameter's name. */
  readonly parameters: Readonly<Record<string, ParameterRule>>
}

/** The state of a world. Times are ISO 8601 texts. */
export interface WorldState {
  /** The name of the world. */
  readonly name: string
  /** Whether the world is in memory. Otherwise the world starts a new session at its next use. */
  readonly alive: boolean
  /** The size of the world's data. */
  readonly bytes: number
  /** The time of the last use, in real time. */
  readonly lastUse: string
  /** The names of the scenarios on the world. */
  readonly scenarios: readonly string[]
  /** The world's clock. Absent when the world is not in memory. */
  readonly clock?: ClockState
  /** The reason why the world's data cannot be used. */
  readonly damage?: string
  /** The name of the sandbox that has the world, when several share a store. */
  readonly replica?: string
}

/** The clock of a world. */
export interface ClockState {
  /** The time of the world, in ISO 8601. */
  readonly now: string
  /** Whether the clock stands still. */
  readonly frozen: boolean
}

/** The rate limits of a plan in a world. */
export interface LimitState {
  /** The window of the minute. */
  readonly minute: WindowState
  /** The window of the day. */
  readonly day: WindowState
  /** When the ban of the plan's key ends, in ISO 8601; null without a ban. */
  readonly ban: {
    readonly until: string
  } | null
}

/** One window of a rate limit. */
export interface WindowState {
  /** How many requests the window allows. */
  readonly limit: number
  /** The length of the window. */
  readonly seconds: number
  /** How many requests are left in the window. */
  readonly remaining: number
  /** The end of the open window on the world's clock; null while no window is open. */
  readonly resets: string | null
}

/** A change of the limits. Absent fields stay unchanged. */
export interface LimitChange {
  /** Requests that are left in the minute window, at most its limit. */
  readonly remaining?: number
  /** Changes the window of the minute. */
  readonly minute?: WindowChange
  /** Changes the window of the day. */
  readonly day?: WindowChange
  /** Lifts the ban. */
  readonly ban?: null
}

/** A change of one window. Absent fields stay unchanged. */
export interface WindowChange {
  /** How many requests the window allows. */
  readonly limit?: number
  /** The length of the window. Windows open at whole seconds, so the shortest one is 2 seconds long. */
  readonly seconds?: number
  /** How many requests are left in the window, at most the limit. */
  readonly remaining?: number
}

/** A scenario of the catalogue by its name, or steps of your own. */
export interface ScenarioRequest {
  /** The name of a scenario in the catalogue. */
  readonly name?: ScenarioName
  /** Values for the parameters of the scenario, by name. */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>
  /** The operationIds to which the scenario is limited. */
  readonly operations?: readonly OperationId[]
  /** Steps as in a scenario file, for example `[{"times":1,"respond":{"status":503}}]`. */
  readonly steps?: readonly Step[]
}

/** A scenario that is on a world. */
export interface ActiveScenario {
  /** The name of the scenario. It is `inline` when the scenario request has its own steps. */
  readonly name: string
  /** The values that the scenario request gave. */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>
  /** The operationIds to which the scenario is limited. */
  readonly operations?: readonly OperationId[]
  /** The steps that the scenario request had. */
  readonly steps?: readonly Step[]
  /** The number of calls that the steps of the scenario took. */
  readonly met: number
  /** Whether all its steps are used up. */
  readonly over: boolean
}

/** The record of one request: who called, what was wrong with the request, and why it got its reply. While there is no `closed`, the request is under way. */
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
  /** How often somebody had set (not advanced) the clock, or changed data, limits, choices or scenarios, in the session before the request arrived. */
  readonly revision: number
  /** The true state of the rate limits for this request, even when a scenario showed other numbers. */
  readonly count: Count
  /** The operationId that belongs to method and path. */
  readonly operation?: string
  /** The test that the request belongs to (`Sandbox-Case` or the base URL), and what its author declares. */
  readonly testCase?: TestCase
  /** What in the request breaks the contract. */
  readonly violations: readonly Violation[]
  /** Likely mistakes that do not break the contract. */
  readonly warnings: readonly Warning[]
  /** The answer of the journey that replied, for example `handler`. `failure` when the sandbox failed, `gone` when there is no answer yet, or the client had left before one. */
  readonly answeredBy: string
  /** The scenario steps that took the call. */
  readonly appliedSteps: readonly AppliedStep[]
  /** Why the reply is as it is. Sent as `Sandbox-Cause`. There are several causes when several scenarios changed the reply. */
  readonly causes: readonly Cause[]
  /** Ids of the assumptions behind the reply. */
  readonly assumed: readonly string[]
  /** Whether the operation itself was carried out. */
  readonly carriedOut: boolean
  /** The limits in the reply, when a scenario showed other numbers than `count`. */
  readonly shown?: Shown
  /** The reply as it should be sent. Absent while there is no reply, and when the client had left. */
  readonly reply?: SentReply
  /** When the sandbox passed on the first byte of the reply. */
  readonly replied?: Moment
  /** When the reply was finished or the client had left. Absent while the exchange is under way. */
  readonly closed?: Moment
  /** How much of the reply reached the connection. */
  readonly delivered: 'whole' | 'part' | 'none'
  /** How many bytes of the reply's body reached the connection. */
  readonly deliveredBytes: number
  /** The fault that a scenario played instead of a whole reply, for example `reset`. */
  readonly fault?: string
  /** The error inside the sandbox, with its stack. For the log and the journal, and never for the client. */
  readonly failure?: string
}

/** An exchange as the journal gives it out. */
export interface JournalEntry extends Exchange {
  /** The decision of each answer of the journey, in order. The last decision belongs to the answer that replied. Empty while there is no answer. */
  readonly trace: readonly Decision[]
}

/** The decision of one answer of the journey. */
export interface Decision {
  /** The name of the answer, for example `rate-limit`. */
  readonly answer: string
  /** The question that the answer asks: `Does the limit allow the request?` */
  readonly asks: string
  /** The decision as a text for people: `41 of 60 left in the minute`. */
  readonly outcome: string
}

/** The connection of a request. */
export interface Connection {
  /** The number of the connection in this run, counted from 1. */
  readonly id: number
  /** The number of this request on its connection, counted from 1. */
  readonly use: number
  /** The address of the client, for example `127.0.0.1`. */
  readonly address: string
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
  readonly userAgent?: string
  /** Absent when the request has no body, or when the body has not arrived. */
  readonly body?: Body
}

/** A recorded body. Its beginning, at most 64 KiB, is kept as text, or as base64 when it is not UTF-8. */
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
}

/** One violation of the contract, with the code of its refusal. */
export interface Violation {
  /** The code of the error body that refuses such a request. */
  readonly code: 'not_found' | 'invalid_parameter' | 'invalid_body' | 'invalid_content_type' | 'malformed_json'
  /** The part of the request that is wrong. */
  readonly in: Place
  /** The name of a parameter or a header. For a body, a JSON pointer (RFC 6901), which is empty for the whole body. */
  readonly place: string
  /** A sentence about the mistake. */
  readonly message: string
}

/** The part of the request. */
export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** A warning about a request or its reply. The code is the kind of the warning. */
export interface Warning {
  /** The kind of the warning, for programs. */
  readonly code: WarningCode
  /** The text that is sent as `Sandbox-Warning`. */
  readonly message: string
  /** The part of the request, as in a violation. */
  readonly in?: Place
  /** The place in this part, as in a violation. */
  readonly place?: string
}

/** A likely mistake that does not break the contract, or a reply that the contract does not promise. */
export type WarningCode =
  | 'foreign_key'
  | 'repeated_header'
  | 'two_worlds'
  | 'removed_parameter'
  | 'unknown_parameter'
  | 'unknown_field'
  | 'unused_header'
  | 'undocumented_status'
  | 'undocumented_refusal'
  | 'patch_not_applied'
  | 'session_lost'

/** A scenario step that took a call. */
export interface AppliedStep {
  /** The name of the scenario. */
  readonly scenario: string
  /** The number of the step, counted from 1. */
  readonly step: number
  /** Whether the step changed or made the reply. */
  readonly acted: boolean
}

/** Why a reply is what it is: who answered, or which scenario changed the reply, with parameters such as `window=minute`. */
export interface Cause {
  /** The answer of the journey, for example `handler`. It is `failure` when the sandbox itself failed. */
  readonly name: string
  /** Details: the scenario and the step, or the window of a rate limit. */
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** The rate limits as a reply shows them. */
export interface Shown {
  /** The shown window. For a refused request, the window that refused it. */
  readonly window: WindowName
  /** The value of `X-RateLimit-Limit`. */
  readonly limit: number
  /** The value of `X-RateLimit-Remaining`. */
  readonly remaining: number
  /** The end of the window, in seconds since 1970. */
  readonly reset: number
  /** Whole seconds until the end of the window or of the ban. */
  readonly retryAfter: number
}

/** The result of counting a request. */
export interface Count extends Shown {
  /** When the request was counted. This may be later than its arrival, because the world may have been loaded in between. */
  readonly at: Moment
  /** Whether the request was served, was over the limit, or came from a banned key. */
  readonly verdict: 'served' | 'refused' | 'banned'
  /** The request came while a 429 asked to wait, so it counted towards a ban. */
  readonly early?: true
}

/** One of the two windows of a plan. */
export type WindowName = 'minute' | 'day'

/** A reply as it was sent. */
export interface SentReply {
  /** The status code. */
  readonly status: number
  /** The headers. The key is the header's name as it was sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The body. Of a long body, only the beginning is kept. */
  readonly body: Body
}

/** One point in time on the machine's clocks. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly real: number
  /** Milliseconds since the process started, on a clock that nobody can set. */
  readonly monotonic: number
}

/** One point in time on the machine's clocks and on the world's clock. */
export interface Moment extends Instant {
  /** Milliseconds since 1970. */
  readonly world: number
}

/** The rule for a parameter of a scenario. */
export interface ParameterRule {
  /** The type of the value. */
  readonly type: 'integer' | 'number' | 'boolean' | 'string'
  /** The value when nobody gives one. */
  readonly default: Value
  /** Other defaults, which depend on the value of another parameter: {"window":{"day":21600}} makes 21600 the default when window is day. */
  readonly defaultFor?: Readonly<Record<string, Readonly<Record<string, Value>>>>
  /** The smallest value. */
  readonly minimum?: number
  /** The largest value. */
  readonly maximum?: number
  /** The values that may be given. */
  readonly enum?: readonly string[]
  /** What the parameter means. */
  readonly description: string
}

/** The value of a parameter. */
export type Value = number | boolean | string

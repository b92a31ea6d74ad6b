// The names of the contract, the catalogue and the rules, and the fields of a step, as types of the library. Written by npm run docs.

/** The name of a plan. */
export type PlanName = 'free' | 'pro' | 'business' | 'enterprise'

/** The operationId of an operation. */
export type OperationId = 'listPets' | 'createPet' | 'getPet' | 'listOrders'

/** The name of a scenario: of the catalogue, or of your own directory. */
export type ScenarioName =
  | 'bad-gateway'
  | 'bad-request'
  | 'banned'
  | 'closed'
  | 'empty-body'
  | 'flaky'
  | 'half-request'
  | 'hang'
  | 'key-expires'
  | 'lost-reply'
  | 'low-remaining'
  | 'malformed'
  | 'new-fields'
  | 'new-status'
  | 'not-found'
  | 'operation-removed'
  | 'rate-limited'
  | 'read-your-writes-lag'
  | 'reset'
  | 'retry-after-date'
  | 'retry-after-forms'
  | 'server-error'
  | 'slow'
  | 'stall'
  | 'throttled-then-ok'
  | 'trickle'
  | 'truncated'
  | 'unauthorized'
  | 'unavailable'
  | (string & {})

/** The name of a fault of a campaign, or of a group of faults. */
export type FaultName =
  | 'all'
  | 'errors'
  | 'later'
  | 'choices'
  | 'lies'
  | 'rate-limited'
  | 'unavailable'
  | 'server-error'
  | 'reset'
  | 'lost-reply'
  | 'truncated'
  | 'slow'
  | 'outage'
  | 'expired'
  | 'new-fields'
  | 'new-status'
  | 'big-ids'
  | 'codes'
  | 'codes:other'
  | 'unknown-route'
  | 'unknown-route:html'
  | 'category'
  | 'category:known'
  | 'limit-scope'
  | 'limit-scope:successful'
  | 'limit-shown'
  | 'limit-shown:minute'
  | 'limit-window'
  | 'limit-window:aligned'
  | 'no-key'
  | 'no-key:zero'
  | 'ban'
  | 'ban:early'
  | 'ban:never'
  | 'request-size'
  | 'request-size:16-kib'
  | 'order'
  | 'order:shuffled'
  | 'order:newest-first'
  | 'paging'
  | 'paging:none'
  | 'invalid-body'
  | 'invalid-body:415'
  | 'removed'
  | 'removed:410'
  | 'invalid-id'
  | 'invalid-id:400'
  | 'orders'
  | 'orders:object'
  | 'status-default'
  | 'status-default:absent'
  | 'unknown-fields'
  | 'unknown-fields:refused'
  | 'ids'
  | 'ids:big'
  | 'invalid-query'
  | 'invalid-query:422'
  | 'invalid-query:nearest'
  | 'idempotency'
  | 'idempotency:honoured'
  | 'limited-body'
  | 'limited-body:empty'
  | 'limited-body:html'
  | 'failures'
  | 'failures:html'

/** The name of a rule of the report. */
export type RuleName =
  | 'valid-requests'
  | 'meets-expectation'
  | 'authenticates'
  | 'key-not-in-url'
  | 'not-banned'
  | 'honours-retry-after'
  | 'backs-off'
  | 'gives-up'
  | 'gives-up-on-refusals'
  | 'no-blind-create-retry'
  | 'keeps-int64'
  | 'times-out'
  | 'no-removed-calls'
  | 'no-deprecated-calls'
  | 'known-fields'

/** One step of a scenario. */
export interface Step {
  /** How many calls the step takes. Without it the step is never used up. */
  readonly times?: number
  /** If false, the step is left out. */
  readonly when?: boolean
  /** The operationIds that the step applies to. Without it, the step applies to all operations. */
  readonly operations?: readonly OperationId[]
  /** The probability that the step takes a call. */
  readonly probability?: number
  /** What the rate-limit headers show. When a number is left out, the reply has the true number. */
  readonly rateLimit?: {
    /** The window whose numbers are shown. */
    readonly window?: 'minute' | 'day'
    /** How many requests the window allows. */
    readonly limit?: number
    /** How many requests are left in the window. */
    readonly remaining?: number
    /** When the window ends, in seconds since 1970. */
    readonly reset?: number
    /** In place of reset: how many seconds until the window ends. Retry-After of a 429 says the same. */
    readonly wait?: number
    /** How Retry-After is written in a 429. */
    readonly form?: 'seconds' | 'date' | 'past' | 'epoch' | 'missing'
  }
  /** How many seconds pass before the reply: a number, or a range. */
  readonly delay?:
    | number
    | {
        readonly from: number
        readonly to: number
      }
  /** How many seconds a created item cannot be found or listed. */
  readonly lag?: number
  /** How the connection or the body of the reply breaks. */
  readonly fault?: 'reset' | 'closed' | 'half-request' | 'hang' | 'truncated' | 'stall' | 'malformed' | 'empty-body' | 'trickle'
  /** With trickle: how many seconds pass between two bytes. */
  readonly gap?: number
  /** With truncated and stall: the fraction of the body that is sent, from 0 to 1. At least one byte is left out. */
  readonly at?: number
  /** With before, the operation is carried out, and then the fault happens. With never, which is the default, the operation is not carried out. */
  readonly commit?: 'before' | 'never'
  /** A reply in place of the real one. If body or headers are left out, they are those of the contract. */
  readonly respond?: {
    /** The status code. */
    readonly status: number
    /** An error code of the sandbox, where a status has several. */
    readonly code?:
      | 'malformed_request'
      | 'malformed_json'
      | 'invalid_body'
      | 'invalid_content_type'
      | 'invalid_parameter'
      | 'invalid_scenario'
      | 'invalid_value'
      | 'unauthorized'
      | 'forbidden'
      | 'not_found'
      | 'operation_removed'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'request_timeout'
      | 'idempotency_conflict'
      | 'payload_too_large'
      | 'uri_too_long'
      | 'rate_limited'
      | 'key_banned'
      | 'headers_too_large'
      | 'internal_error'
      | 'forced_error'
      | 'not_implemented'
      | 'unavailable'
      | 'version_not_supported'
    /** The name of an example in the contract. */
    readonly example?: string
    /** Any JSON value. With a Content-Type other than JSON, a text. */
    readonly body?: unknown
    /** Headers of the reply, by name. */
    readonly headers?: Readonly<Record<string, string | number>>
  }
  /** Operations of JSON Patch (RFC 6902) for the body of a successful reply: add, remove, replace and test. In a list they are applied to each item. A `test` that fails leaves the item as it is. */
  readonly patch?: readonly {
    readonly op: 'add' | 'remove' | 'replace' | 'test'
    readonly path: string
    /** Any JSON value. */
    readonly value?: unknown
  }[]
  /** Headers to add to the reply or to change on it. null removes a header. */
  readonly headers?: Readonly<Record<string, string | number | null>>
}

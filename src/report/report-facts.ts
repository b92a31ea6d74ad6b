// The facts in the report: timelines of failed calls, waits and coverage. They are no judgement.

/** One failed call, and how the client tried it again. Times are seconds of real time. */
export interface Timeline {
  /** The world of the call. */
  readonly world: string
  /** The operationId. */
  readonly operation?: string
  /** The method, for example `GET`. */
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The test that the call belongs to (`Sandbox-Case`). */
  readonly case?: string
  /** How the call ended. */
  readonly outcome: 'recovered' | 'gave up' | 'refused' | 'under way'
  /** Present when the test announced the last error with `expect`. */
  readonly announced?: true
  /** The first tries and the last ones. */
  readonly tries: readonly TimelineTry[]
  /** The number of tries that are left out in the middle. */
  readonly triesLeftOut: number
}

/** One try of a call. */
export interface TimelineTry {
  /** The id of the request. */
  readonly request: string
  /** The time of arrival in ISO 8601. */
  readonly at: string
  /** The time since the end of the previous try; absent for the first try. */
  readonly gap?: number
  /** The time until the end of the reply, or until the client left. */
  readonly took: number
  /** 0 without a reply. */
  readonly status: number
  /** The cause of the reply, as in `Sandbox-Cause`. */
  readonly cause: string
  /** The wait that the reply asked for with Retry-After. */
  readonly asked?: number
  /** Set when no whole reply was delivered. `client`: the client gave up. `sandbox`: the sandbox broke the connection. */
  readonly endedBy?: 'client' | 'sandbox'
}

/** How long the client waited between tries, and for replies, in seconds of real time. */
export interface Waited {
  /** All waits together. */
  readonly total: number
  /** What the client waited for, how long, and how often. */
  readonly on: readonly {
    readonly what: 'Retry-After' | 'back-off' | 'slow reply' | 'no reply'
    readonly seconds: number
    readonly times: number
  }[]
}

/** How much of the contract the client has met. */
export interface Coverage {
  /** The percentage of the documented responses that were met, forced or not. Optional responses do not count. */
  readonly percent: number
  /** The percentage that was met naturally: delivered whole, without a scenario and without Prefer. */
  readonly natural: number
  /** Every operation of the contract. */
  readonly operations: readonly OperationCoverage[]
}

/** The responses of one operation. */
export interface OperationCoverage {
  /** The operationId of the contract. */
  readonly operationId: string
  /** Whether the operation is deprecated. Its responses are optional then. */
  readonly deprecated: boolean
  /** Every response of the operation. */
  readonly responses: readonly ResponseCoverage[]
}

/** One response of an operation. */
export interface ResponseCoverage {
  /** The status in the contract, for example `200`. */
  readonly status: string
  /** How often the client met this response. */
  readonly met: number
  /** How often the client met it naturally. */
  readonly natural: number
  /** True when the response does not count: it is an assumption, or its operation is deprecated. */
  readonly optional: boolean
  /** What causes the response, for example `Sandbox-Scenario: unauthorized`; absent after the response was met. */
  readonly reachWith?: string
}

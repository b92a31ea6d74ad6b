// The report on the clients, by spec/report.schema.json, as types of the library. Written by UPDATE_DOCS=1 npm test.

/** The report of the sandbox on its clients. */
export interface Report {
  /** The version of this format. A change that would break readers increases it. */
  readonly version: 2
  /** Whether the clients passed. Only findings that are facts fail a client. `not-judged`: the sandbox has nothing to judge any more. */
  readonly verdict: 'passed' | 'failed' | 'not-judged'
  /** The reasons for the verdict `failed`, a sentence each; empty when the verdict is `passed`. */
  readonly reasons: readonly string[]
  /** What somebody should know about the verdict: a sentence each. */
  readonly notices: readonly string[]
  /** The rule set that judged, for example `2026-11`. A rule set never changes. */
  readonly ruleSet: string
  /** What the client was told against what exists, for each test that created something. */
  readonly balance: readonly Balance[]
  /** The sandbox, the contract and the time of the run, for somebody who wants to check the verdict. */
  readonly judgedBy: JudgedBy
  /** The worlds that were judged. */
  readonly worlds: readonly string[]
  /** The world that was asked for; absent in the report of all worlds. */
  readonly world?: string
  /** Calls to paths outside of the base URL. They are not counted as exchanges. */
  readonly unmatched?: Unmatched
  /** The number of exchanges that were judged. */
  readonly exchanges: number
  /** Facts that the sandbox did not keep, because its memory for them was full. Then no rule that needs facts can pass. */
  readonly dropped: number
  /** Every rule, in the order of the table. */
  readonly rules: readonly RuleReport[]
  /** A timeline for each failed call, oldest first, up to a bound. */
  readonly calls: readonly Timeline[]
  /** The number of timelines that are left out. */
  readonly callsLeftOut: number
  /** How long the client waited, and for what. */
  readonly waited: Waited
  /** Scenarios that were put on a world and that no call met. */
  readonly unmetScenarios: readonly {
    readonly world: string
    readonly scenario: string
  }[]
  /** The assumptions that replies depended on. */
  readonly assumptions: readonly {
    readonly id: string
    readonly choice: string
    readonly exchanges: number
  }[]
  /** The documented responses, and which of them the client has met. */
  readonly coverage: Coverage
}

/** Calls to paths outside of the base URL. */
export interface Unmatched {
  /** How many such calls came. */
  readonly count: number
  /** The method of one of these calls: the first that lacks only the base path, or else the first of all. */
  readonly method: string
  /** The path of the same call, cut at 100 characters. */
  readonly path: string
  /** The end of the base URL. */
  readonly basePath: string
  /** True when only the base path was missing. */
  readonly fits: boolean
}

/** Which sandbox judged, and when. */
export interface JudgedBy {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title, version and SHA-256 of the OpenAPI document. */
  readonly contract: {
    /** The title of the OpenAPI document. */
    readonly title: string
    /** The version of the OpenAPI document. */
    readonly version: string
    /** The SHA-256 of the OpenAPI document as JSON. */
    readonly sha256: string
  }
  /** The seed of the fixtures. */
  readonly seed: number
  /** The first exchange, as real time in ISO 8601. */
  readonly from?: string
  /** When the last judged exchange ended. */
  readonly to?: string
}

/** The result of one rule. */
export interface RuleReport {
  /** The name of the rule. */
  readonly rule: string
  /** The worst level that a finding of the rule can have. */
  readonly level: Level
  /** The rule set that the rule came with, for example `2026-11`. */
  readonly since: string
  /** The reason for the rule: a node of the contract, a section of an RFC, or the assumption that it rests on. */
  readonly ground: string
  /** A sentence that says what a client has to do. */
  readonly asks: string
  /** `failed`: with any finding, advice too. `passed`: the run shows that the client keeps the rule. `clear`: nothing was found against it, which shows nothing. `not-exercised`: nothing can be said. */
  readonly verdict: 'passed' | 'failed' | 'clear' | 'not-exercised'
  /** Why nothing can be said or shown, and how to exercise the rule. */
  readonly hint?: string
  /** True for a rule that is newer than the rule set of the policy. It fails nobody. */
  readonly notScored?: boolean
  /** The reason, if the policy ignores this rule. */
  readonly ignored?: string
  /** What the client did wrong. Findings that fail the client come first. */
  readonly findings: readonly Finding[]
}

/** How bad a finding is: it fails the client, or it only advises. */
export type Level = 'fail' | 'advice'

/** Whether a finding is a fact, or an inference from the look of the traffic. */
export type Confidence = 'certain' | 'likely'

/** A mistake of a client. One finding stands for all worlds, programs and operations with the same mistake. */
export interface Finding {
  /** Whether the finding fails the client. */
  readonly level: Level
  /** Only certain findings fail a client. */
  readonly confidence: Confidence
  /** How the sandbox knows. */
  readonly sign: string
  /** What would make the finding untrue. */
  readonly dismissedBy: string
  /** What the client should have done. */
  readonly expected: string
  /** What the client did instead. */
  readonly observed: string
  /** Both in one sentence. A likely finding begins with `Looks like`. */
  readonly message: string
  /** What to do. */
  readonly advice: string
  /** Requests that show the mistake, at most 20, each with its own numbers. */
  readonly evidence: readonly Evidence[]
  /** The ids of the same requests. */
  readonly requests: readonly string[]
  /** How often the mistake was found. */
  readonly count: number
  /** The operationId of the first request. */
  readonly operation?: string
  /** The part of the request, for example `body`; `place` is the place in it, for example `/name`. */
  readonly in?: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** The name of a parameter or header; in a body a JSON pointer. */
  readonly place?: string
  /** The test of the first request (`Sandbox-Case`). */
  readonly case?: string
  /** The world of the first request. */
  readonly world: string
  /** The reason, if the policy exempts this finding. */
  readonly exempted?: string
}

/** A request that shows a mistake. */
export interface Evidence {
  /** The id of the request. */
  readonly request: string
  /** The method, for example `GET`. */
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The time of arrival in ISO 8601, real time. */
  readonly at: string
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** The world of the request. */
  readonly world: string
  /** The operationId. */
  readonly operation?: string
  /** The test (`Sandbox-Case`). */
  readonly case?: string
  /** The User-Agent. */
  readonly program?: string
  /** The numbers of this request, for example `back after 0.51 s of 5 s`. */
  readonly note?: string
}

/** What the clients were told about the items of one path, against what exists. */
export interface Balance {
  /** The name of the items, for example `pets`. */
  readonly items: string
  /** The world of the items. */
  readonly world: string
  /** The test (`Sandbox-Case`). */
  readonly case?: string
  /** Items that were created, and the client was told so. */
  readonly told: number
  /** Items that were created, but the reply never reached the client. */
  readonly untold: number
  /** Items that are equal to an item whose creation was never told. */
  readonly duplicates: number
  /** Items that the client was told about and that were never created, because a scenario made the reply. */
  readonly gone: number
}

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

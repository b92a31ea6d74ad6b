// The report on the clients, as data. All formats and the console show this one value. spec/report.schema.json describes the same
// shape for programs.

import type { Place } from '../exchange/violation.ts'

/** The report of the sandbox on its clients. */
export interface Report {
  /** The version of this format. A change that would break readers increases it. */
  readonly version: 1
  /** Whether the clients passed. */
  readonly verdict: 'passed' | 'failed'
  /** The reasons for the verdict `failed`, a sentence each; empty when the verdict is `passed`. */
  readonly reasons: readonly string[]
  /** The sandbox, the contract and the time of the run, for somebody who wants to check the verdict. */
  readonly judgedBy: JudgedBy
  /** The worlds that were judged. */
  readonly worlds: readonly string[]
  /** The world that was asked for; absent in the report of all worlds. */
  readonly world?: string
  /** True when there are too many worlds, and `world` was judged together with others. Only the report of all worlds then has its results. */
  readonly judgedTogether?: boolean
  /** Calls to paths outside of the base URL. They are not counted as exchanges. */
  readonly unmatched?: Unmatched
  /** The number of exchanges that were judged. */
  readonly exchanges: number
  /** The sentences that this run proves, and the sentences that it does not prove. */
  readonly summary: { readonly proven: readonly string[]; readonly unproven: readonly string[] }
  /** Every rule, in the order of the table. */
  readonly rules: readonly RuleReport[]
  /** A timeline for each failed call, oldest first, up to a bound. */
  readonly calls: readonly Timeline[]
  /** The number of timelines that are left out. */
  readonly callsLeftOut: number
  /** How long the client waited, and for what. */
  readonly waited: Waited
  /** Scenarios that were put on a world and that no call met. */
  readonly unmetScenarios: readonly { readonly world: string; readonly scenario: string }[]
  /** The assumptions that replies depended on. */
  readonly assumptions: readonly { readonly id: string; readonly choice: string; readonly exchanges: number }[]
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
  readonly contract: { readonly title: string; readonly version: string; readonly sha256: string }
  /** The seed of the fixtures. */
  readonly seed: number
  /** The first exchange, as real time in ISO 8601. */
  readonly from?: string
  /** When the last judged exchange ended. */
  readonly to?: string
}

/** How bad a finding is: it fails the client, or it only advises. */
export type Level = 'fail' | 'advice'

/** The result of one rule. */
export interface RuleReport {
  /** The name of the rule. */
  readonly rule: string
  /** The worst level that a finding of the rule can have. */
  readonly level: Level
  /** A sentence that says what a client has to do. */
  readonly asks: string
  /** Whether the client kept the rule, broke it, or never exercised it. */
  readonly verdict: 'passed' | 'failed' | 'not-exercised'
  /** Why the rule was not exercised, and how to exercise it. */
  readonly hint?: string
  /** The reason, if the policy ignores this rule. */
  readonly ignored?: string
  /** What the client did wrong. */
  readonly findings: readonly Finding[]
}

/** A mistake of a client. Findings of one rule and one operation are grouped. */
export interface Finding {
  /** Whether the finding fails the client. */
  readonly level: Level
  /** The operationId. */
  readonly operation?: string
  /** The part of the request, for example `body`; `place` is the place in it, for example `/name`. */
  readonly in?: Place
  /** The name of a parameter or header; in a body a JSON pointer. */
  readonly place?: string
  /** What the client did: `The client came back 0.8 s after a 429 that asked for 5 s.` */
  readonly message: string
  /** What the client should do instead. */
  readonly advice: string
  /** Ids of requests that show the mistake, at most 20. */
  readonly requests: readonly string[]
  /** How often the mistake was found. */
  readonly count: number
  /** The name of the test (`Sandbox-Case`). */
  readonly case?: string
  /** The world of the requests. */
  readonly world: string
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
  /** True when the response does not count: it is an assumption, or its operation is deprecated. */
  readonly optional: boolean
  /** What causes the response, for example `Sandbox-Scenario: unauthorized`; absent after the response was met. */
  readonly bringOut?: string
}

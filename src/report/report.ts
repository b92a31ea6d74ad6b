// The report as data: what the sandbox says of the clients that called it. JSON, text, Markdown, JUnit and the console show
// this one value. spec/report.schema.json describes the same shape for programs.

import type { Place } from '../record/violation.ts'

/** What the sandbox says of its clients. */
export interface Report {
  /** Of this format. A change that breaks a reader counts it up. */
  readonly version: 1
  /** Whether the clients passed. */
  readonly verdict: 'passed' | 'failed'
  /** Why the verdict is `failed`, a sentence each; empty when it is `passed`. */
  readonly reasons: readonly string[]
  /** What a partner hands in beside the verdict. */
  readonly judgedBy: JudgedBy
  /** The worlds that are judged. */
  readonly worlds: readonly string[]
  /** The world that was asked for; absent in the report of all worlds. */
  readonly world?: string
  /** Whether the world that was asked for was judged together with others, because it came late: only the report of all worlds has it. */
  readonly judgedTogether?: boolean
  /** Calls to paths outside of the base URL: they are no exchanges. */
  readonly strayed?: Strayed
  /** How many exchanges were judged. */
  readonly exchanges: number
  /** What this run proves, and what it does not, a sentence each. */
  readonly summary: { readonly proven: readonly string[]; readonly unproven: readonly string[] }
  /** Every rule, in the order of the table. */
  readonly rules: readonly RuleReport[]
  /** A timeline for each failing call, oldest first, up to a bound. */
  readonly calls: readonly Timeline[]
  /** How many timelines are left out. */
  readonly callsLeftOut: number
  /** How long the client waited, and for what. */
  readonly waited: Waited
  /** Scenarios that were put on a world, and that no call met. */
  readonly unmetScenarios: readonly { readonly world: string; readonly scenario: string }[]
  /** The assumptions that replies rested on. */
  readonly assumptions: readonly { readonly id: string; readonly choice: string; readonly exchanges: number }[]
  /** Which of the documented responses the client has met. */
  readonly coverage: Coverage
}

/** The calls that went past the base URL. */
export interface Strayed {
  /** How many such calls came. */
  readonly count: number
  /** Of the first one; if the base path is missing in one, of that. The path is cut at 100 characters. */
  readonly method: string
  /** The path of the same call, cut at 100 characters. */
  readonly path: string
  /** What the base URL ends with. */
  readonly basePath: string
  /** Whether the base path is all that was missing. */
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
  /** In ISO 8601, in real time. */
  readonly from?: string
  /** When the last judged exchange was over. */
  readonly to?: string
}

/** How bad a finding is: it fails the client, or it only advises. */
export type Level = 'fail' | 'advice'

/** What one rule says. */
export interface RuleReport {
  /** The name of the rule. */
  readonly rule: string
  /** The worst level that the rule can find. */
  readonly level: Level
  /** What a client has to do, in a sentence. */
  readonly asks: string
  /** Whether the client kept the rule, broke it, or never met it. */
  readonly verdict: 'passed' | 'failed' | 'not-exercised'
  /** Why the rule was not exercised, and how to exercise it. */
  readonly hint?: string
  /** Why this rule does not count, where `--ignore` names it. */
  readonly ignored?: string
  /** What the client did wrong. */
  readonly findings: readonly Finding[]
}

/** What a client did wrong. Findings of one rule and one operation are grouped. */
export interface Finding {
  /** Whether the finding fails the client. */
  readonly level: Level
  /** The operationId. */
  readonly operation?: string
  /** Where in the request, as `body` and `/name`. */
  readonly in?: Place
  /** The name of a parameter or header; in a body a JSON pointer. */
  readonly place?: string
  /** What the client did: `came back 0.8 s after a 429 that asked for 5 s`. */
  readonly message: string
  /** What to do. */
  readonly advice: string
  /** Ids of the requests that show it, at most 20. */
  readonly requests: readonly string[]
  /** How often it was found. */
  readonly count: number
  /** The test that it belongs to (`Sandbox-Case`). */
  readonly case?: string
  /** The world of the requests. */
  readonly world: string
}

/** One failing call, and how the client tried again. Times are seconds of real time. */
export interface Timeline {
  /** The world of the call. */
  readonly world: string
  /** The operationId. */
  readonly operation?: string
  /** The method, as `GET`. */
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The test that the call belongs to (`Sandbox-Case`). */
  readonly case?: string
  /** How the call ended. */
  readonly outcome: 'recovered' | 'gave up' | 'refused' | 'under way'
  /** The first tries and the last ones. */
  readonly tries: readonly Try[]
  /** How many of the tries, from the middle, are left out. */
  readonly triesLeftOut: number
}

/** One try of a call. */
export interface Try {
  /** The id of the request. */
  readonly request: string
  /** In ISO 8601. */
  readonly at: string
  /** Since the end of the try before; absent for the first. */
  readonly gap?: number
  /** How long it took until the reply was over, or the client gone. */
  readonly took: number
  /** 0 without a reply. */
  readonly status: number
  /** Why the reply was what it was, as `Sandbox-Cause` says it. */
  readonly cause: string
  /** The wait that the reply asked for with Retry-After. */
  readonly asked?: number
  /** Who ended it where no whole reply was delivered: `client` gave up, `sandbox` broke the connection. */
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
  /** Of the documented responses that count: forced ones do, assumed ones do not, those of deprecated operations are optional. */
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
  /** The status of the contract, as `200`. */
  readonly status: string
  /** How often the client met it. */
  readonly met: number
  /** Whether it does not count in the percentage. */
  readonly optional: boolean
  /** What brings it out, as `Sandbox-Scenario: unauthorized`; absent once it was met. */
  readonly bringOut?: string
}

// The report on the clients, as data. All formats and the console show this one value. spec/report.schema.json describes the same
// shape for programs.

import type { Balance } from './balance.ts'
import type { Finding, Level } from './finding.ts'
import type { Timeline, Waited } from './timelines.ts'

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
  readonly unmetScenarios: readonly { readonly world: string; readonly scenario: string }[]
  /** The assumptions that replies depended on. */
  readonly assumptions: readonly { readonly id: string; readonly choice: string; readonly exchanges: number }[]
  /** The documented responses, and which of them the client has met. */
  readonly coverage: Coverage
}

/** The report before a policy adds the verdict. */
export type ReportWithoutVerdict = Omit<Report, 'verdict' | 'reasons' | 'notices'>

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
  /**
   * `failed`: with any finding, advice too. `passed`: the run shows that the client keeps the rule. `clear`: nothing was found
   * against it, which shows nothing. `not-exercised`: nothing can be said.
   */
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

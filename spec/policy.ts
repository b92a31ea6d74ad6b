// The policy of a report, by spec/policy.schema.json, as types of the library. Written by UPDATE_DOCS=1 npm test.

import type { RuleName } from './names.ts'

/** The conditions under which a client passes. */
export interface Policy {
  /** The rule set that judges, for example `2026-11`. Newer rules then fail nobody. Default: the newest. */
  readonly rules?: string
  /** `advice`: advice fails the client too. Default: `fail`. */
  readonly failOn?: 'fail' | 'advice'
  /** Rules that must not fail the client, each with the reason. */
  readonly ignore?: Readonly<Partial<Record<RuleName, string>>>
  /** Findings that must not fail the client, each with the reason. */
  readonly exempt?: readonly Exemption[]
  /** The percentage of the documented responses that the client has to meet. */
  readonly minCoverage?: number
  /** The percentage that the client has to meet naturally, without a scenario. */
  readonly minNatural?: number
}

/** Findings that must not fail the client. */
export interface Exemption {
  /** The name of the rule. */
  readonly rule: string
  /** Only findings of this operationId. */
  readonly operation?: string
  /** Only findings of this test (`Sandbox-Case`). */
  readonly case?: string
  /** Only findings whose message has these words. Numbers may differ. */
  readonly words?: string
  /** Why the findings are accepted. */
  readonly reason: string
  /** The last day of the exemption, in UTC, for example `2027-03-01`. */
  readonly until?: string
  /** The mistake does not happen in every run, so its absence shows nothing. Needs `until`. */
  readonly sometimes?: boolean
  /** File, line and column of the exemption, for messages. */
  readonly at?: string
}

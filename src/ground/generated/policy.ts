// The policy of a report, by spec/policy.schema.json, as types of the library. Written by npm run docs.

import type { RuleName } from './names.ts'

/** The conditions under which a client passes. */
export interface Policy {
  /** `advice`: advice fails the client too. Default: `fail`. */
  readonly failOn?: 'fail' | 'advice'
  /** Findings that must not fail the client, each with the reason. */
  readonly exempt?: readonly Exemption[]
  /** The percentage of the documented responses that the client has to meet. */
  readonly minCoverage?: number
}

/** Findings that must not fail the client. */
export interface Exemption {
  /** The name of the rule, or the word of an outcome that has no rule. */
  readonly rule: RuleName | 'broke' | 'unfinished' | 'unseen'
  /** Only findings of this operationId. */
  readonly operation?: string
  /** Why the findings are accepted. */
  readonly reason: string
  /** The last day of the exemption, in UTC, for example `2027-03-01`. After it, the exemption fails the run. */
  readonly until?: string
}

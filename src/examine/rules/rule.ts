// The interface of a rule. Watching is one pure function from the facts of a run to what they mean. A rule knows no request that is
// under way, no clock and no other rule. The level of a finding follows from where the finding comes from.

import type { Finding } from '../../ground/generated/report.ts'
import type { Surroundings } from '../record/contract-facts.ts'
import type { Fact } from '../record/fact.ts'
import type { Sample, Tally } from '../record/programs.ts'
import type { Series } from '../record/series.ts'

/** Everything that rules watch. It is computed once, when somebody asks for the report. */
export interface Facts extends Pick<Surroundings, 'operations'> {
  /** The remarkable exchanges, in the order of arrival. */
  readonly facts: readonly Fact[]
  /** Counters of all exchanges, for each world and operation. */
  readonly tallies: readonly Tally[]
  readonly series: readonly Series[]
  /** The big ids that replies gave out, and when, for each world. */
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** How many facts were refused. Then nothing can be said about "every" call by facts. */
  readonly dropped: number
  /** Whether these are the facts of all worlds. */
  readonly isWhole: boolean
  /** The programs have ended. So a failed call without an equal call after it was not tried again. */
  readonly haveEnded: boolean
}

export interface Rule {
  readonly name: string
  /** A node of the contract, a section of an RFC, or an assumption. */
  readonly ground: string
  /** What a client has to do: the fix of its findings, unless a mistake says more. */
  readonly asks: string
  /** How to exercise the rule, when nothing showed it. Default: the campaign that proves it. */
  readonly exercise?: string
  /** The faults of `inject` that prove the rule, and whether they are faults of the whole run. Absent when no experiment can. */
  readonly proof?: { readonly faults: string; readonly isWhole?: true }
  /** The rule needs only counters, so dropped facts change nothing. */
  readonly countsOnly?: true
  watch?(facts: Facts): Watched
}

/** A rule with findings is broken or advised. So the other fields count only when nothing was found. */
export interface Watched {
  readonly found: readonly Mistake[]
  /** A fact shows that the client keeps the rule. */
  readonly isShown?: boolean
  /** Nothing was found against it in this many calls. */
  readonly clear?: number
  /** Why nothing can be said, where `exercise` would not fit. */
  readonly why?: string | undefined
}

/** A fact that fails the client, or a pattern that advises. Mistakes of the same kind become one finding. */
export interface Mistake {
  /** Absent for a fact. A pattern "looks like" this: the client may have done it, or a test. */
  readonly looksLike?: string
  /** What would make a pattern no mistake. */
  readonly unless?: string
  readonly expected: string
  readonly observed: string
  /** What to do. Default: what the rule asks. */
  readonly fix?: string
  /** The requests that show it, with their numbers. */
  readonly evidence: readonly (readonly [request: Sample, note?: string])[]
  /** How often, if more often than once. */
  readonly count?: number
  readonly place?: Pick<Finding, 'in' | 'place'>
  /** Mistakes of different kinds become different findings. */
  readonly kind?: string
}

export const ON_PURPOSE = 'a test sends this on purpose'
export const BY_A_TEST = 'these are several tests or callers, or a loop of a test'

/** The sum of a number over all counters. */
export const sumOf = (tallies: readonly Tally[], of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)

/** The first calls of these counters, as evidence. */
export const samplesOf = (tallies: readonly Tally[]): Mistake['evidence'] =>
  tallies.flatMap(({ samples }) => samples.map((sample) => [sample] as const))

/** The calls of a pattern as evidence. */
export const asEvidence = (calls: readonly Fact[]): Mistake['evidence'] =>
  calls.map((fact) => (fact.status === 0 ? [fact, 'no reply'] : [fact]))

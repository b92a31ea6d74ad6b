// The interface of a rule: a pure function from the facts of a run to mistakes. A rule knows no clock and no other rule.

import type { Evidence } from '../../ground/generated/report.ts'
import { count, showMs } from '../../ground/words.ts'
import { evidenceOf, type Fact, type Tally } from '../record/fact.ts'
import type { Series } from '../record/series.ts'
import type { Surroundings, WorldFacts } from '../record/world-facts.ts'

/** What rules watch. It is computed once for each report. */
export interface Facts extends Pick<Surroundings, 'operations'> {
  /** The remarkable exchanges, in the order of arrival. */
  readonly facts: readonly Fact[]
  /** Counters of all exchanges. */
  readonly tallies: readonly Tally[]
  readonly series: readonly Series[]
  /** By the name of the world. */
  readonly worlds: ReadonlyMap<string, Pick<WorldFacts, 'ids' | 'lastSeen'>>
  /** How many facts were refused. Then nothing can be said about "every" call by facts. */
  readonly dropped: number
  /** These are the facts of all worlds. */
  readonly isWhole: boolean
}

export interface Rule {
  readonly name: string
  /** A node of the contract, a section of an RFC, or an assumption. */
  readonly ground: string
  /** What a client has to do: the fix of its findings, unless a mistake says more. */
  readonly asks: string
  /** What a pattern looks like. The client may have done it, or a test. */
  readonly looksLike?: string
  /** What would make a pattern no mistake. Default: a test sends it on purpose. */
  readonly unless?: string
  /** The command that proves the rule, without the tests. Absent when none can. */
  readonly proof?: string
  /** A rule with findings is broken or advised. So the other fields count only when nothing was found. */
  watch(facts: Facts): {
    readonly found: readonly Mistake[]
    /** A fact shows that the client keeps the rule. */
    readonly isShown?: boolean
    /** The number of calls that could break the rule. */
    readonly clear?: number
  }
}

/** A fact that fails the client, or a pattern that advises. Mistakes with the same `isFact`, `kind` and `place` become one finding. */
export interface Mistake {
  readonly isFact?: boolean
  readonly expected: string
  readonly observed: string
  /** Default: what the rule asks. */
  readonly fix?: string
  readonly evidence: readonly Evidence[]
  /** How often. Default: once. */
  readonly count?: number
  /** The place in the request: `body /name`. */
  readonly place?: string
  readonly kind?: string
}

/** How a test says that it wants this status. */
export const announce = (status: number) => `A test that wants this error says so: Sandbox-Case: "…";expect=${status}`
export const BY_A_TEST = 'several tests or callers made these calls, or a loop in a test'

export const evidenceOfAll = (calls: readonly Fact[]) => calls.map((fact) => evidenceOf(fact))

/** "3 equal calls within 9 ms: req_3 to req_5" */
export function mistakeOf(calls: readonly Fact[], expected: string): Mistake {
  const [first, last] = [calls[0], calls.at(-1)] as [Fact, Fact]
  const within = showMs(last.arrived.monotonic - first.arrived.monotonic)
  const observed = `${count(calls.length, 'equal call')} within ${within}: ${first.id} to ${last.id}`
  return { expected, observed, evidence: evidenceOfAll(calls) }
}

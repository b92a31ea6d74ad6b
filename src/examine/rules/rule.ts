// The interface of a rule: one pure function from facts to what they mean. A rule knows no request that is under way, no clock and
// no other rule.

import type { Finding, Level } from '../../../spec/report.ts'
import type { Surroundings } from '../record/contract-facts.ts'
import type { Fact } from '../record/fact.ts'
import type { Sample, Tally } from '../record/programs.ts'
import type { Series } from '../record/series.ts'
import type { Run } from '../record/signs.ts'
import type { Wait } from '../record/waits.ts'

/** Everything that rules judge by. It is computed once, when somebody asks for the report. */
export interface Facts extends Pick<Surroundings, 'operations'> {
  /** The remarkable exchanges, in the order of arrival. */
  readonly facts: readonly Fact[]
  /** Counters of all exchanges, for each program and operation. */
  readonly tallies: readonly Tally[]
  readonly series: readonly Series[]
  readonly runs: readonly Run[]
  readonly waits: readonly Wait[]
  /** The big ids that replies gave out, and when, for each world. */
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Calls with a key in a path outside the contract. */
  readonly keysOutside: number
  /** How many facts were refused. Then nothing can be said about "every" call by facts. */
  readonly dropped: number
  /** Whether these are the facts of all worlds. */
  readonly isWhole: boolean
  /** The programs have ended. So a call that was not tried again was given up. */
  readonly haveEnded: boolean
}

export interface Rule {
  readonly name: string
  /** The worst level of its findings. */
  readonly level: Level
  /** The rule set that the rule came with. Default: the first one. */
  readonly since?: string
  /** A node of the contract, a section of an RFC, or the assumption that it rests on. */
  readonly ground: string
  /** Ids of assumptions. A rule that rests on one only advises. */
  readonly restsOn?: readonly string[]
  readonly asks: string
  /** How to exercise it. */
  readonly exercise: string
  /** The rule judges only by counters, so dropped facts change nothing. */
  readonly countsOnly?: true
  judge(facts: Facts): Verdict
}

/** A rule that has findings failed. So the other fields count only when nothing was found. */
export interface Verdict {
  readonly found: readonly Mistake[]
  /** The run shows that the client keeps the rule. */
  readonly isShown?: boolean
  /** Nothing was found against it in this many calls. */
  readonly clear?: number
  /** What a test has to add. Absent when no such call came, because `exercise` says it then. */
  readonly why?: string | undefined
}

/** How the sandbox knows that something happened: the words of a finding. */
export type Sign = Pick<Finding, 'confidence' | 'sign' | 'dismissedBy'>

export const certain = (sign: string, dismissedBy: string): Sign => ({ confidence: 'certain', sign, dismissedBy })
export const likely = (sign: string, dismissedBy: string): Sign => ({ confidence: 'likely', sign, dismissedBy })

/** One mistake of a client. Mistakes of the same kind become one finding. */
export interface Mistake {
  readonly by: Sign
  readonly expected: string
  /** What the client did, as the end of a sentence that begins with "The client". */
  readonly observed: string
  /** Both in one sentence, when "The client" cannot begin it. */
  readonly message?: string
  /** A likely mistake "looks like" this. */
  readonly looksLike?: string
  /** What to do. Default: what the rule asks. */
  readonly advice?: string
  /** The requests that show it, with their numbers. */
  readonly evidence: readonly (readonly [request: Sample, note?: string])[]
  /** How often, if more often than once. */
  readonly count?: number
  readonly place?: Pick<Finding, 'in' | 'place'>
  /** Mistakes of different kinds become different findings. */
  readonly kind?: string
}

/** The sum of a number over all counters. */
export const sumOf = (tallies: readonly Tally[], of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)

/** The first calls of these counters, as evidence. */
export const samplesOf = (tallies: readonly Tally[]): Mistake['evidence'] =>
  tallies.flatMap(({ samples }) => samples.map((sample) => [sample] as const))

/**
 * A rule set is frozen: names, levels, signs, thresholds and conditions of passing. A change that makes more clients fail, or fewer
 * clients pass, waits for the next set. spec/policy.schema.json lists the sets.
 */
export const OLDEST = '2026-11'
/** The set that judges without a policy. */
export const NEWEST = OLDEST

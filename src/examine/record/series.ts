// Series: a failed call and its later equals. Computed once, for all rules, when somebody asks for the report. A series is a fact. That
// its calls are tries of one call is a fact only with a certain sign (signs.ts).

import type { Fact } from './fact.ts'

export interface Series {
  /** The calls in the order of their arrival. The first one failed. The last one may be a success. */
  readonly calls: readonly Fact[]
  /** Two calls of the series were under way at the same time, so the client called in parallel. */
  readonly hasOverlap: boolean
}

/** A call that comes more than this after the end of the asked wait is a new call. In milliseconds. */
const QUIET_MS = 60_000

/** The series in these facts, oldest first. */
export const findSeries = (facts: readonly Fact[]): Series[] =>
  [...Map.groupBy(facts, nameCall).values()].flatMap(splitIntoSeries).sort((one, other) => numberOf(one) - numberOf(other))

const numberOf = ({ calls: [first] }: Series) => first?.number ?? 0

/** Equal calls have the same name: the same world and state of the world, program, test, switches, method, target and body. */
export const nameCall = (fact: Fact) =>
  [nameCaller(fact), fact.mark.invocation ?? '', fact.method, fact.target, fact.body, fact.key].join('\n')

/** Who called, and in which state of the world. */
export const nameCaller = ({ world, episode, program, switches, testCase }: Fact) =>
  [world, episode, program.product, switches, testCase?.name ?? '', testCase?.id ?? ''].join('\n')

function splitIntoSeries(group: readonly Fact[]): Series[] {
  const calls = group.toSorted((one, other) => one.arrived.monotonic - other.arrived.monotonic)
  const all = splitBetween(calls, (before, fact) => before.failure === undefined || isApart(before, fact))
  return all
    .filter(([first]) => first?.failure !== undefined)
    .map((calls) => ({ calls, hasOverlap: calls.some((fact, index) => overlaps(calls[index - 1], fact)) }))
}

/** Splits a list of calls wherever two neighbours are apart. */
export function splitBetween(calls: readonly Fact[], areApart: (before: Fact, fact: Fact) => boolean): Fact[][] {
  const parts: Fact[][] = []
  for (const [index, fact] of calls.entries()) {
    const before = calls[index - 1]
    if (before === undefined || areApart(before, fact)) parts.push([fact])
    else parts.at(-1)?.push(fact)
  }
  return parts
}

const isApart = ({ closed, asked }: Fact, { arrived }: Fact) =>
  arrived.monotonic - closed.monotonic > QUIET_MS + (asked?.seconds ?? 0) * 1000

/** Whether a call arrived before the end of the previous call. Then the client did not know the previous reply. */
export const overlaps = (before: Fact | undefined, { arrived }: Fact) => before !== undefined && arrived.monotonic < before.closed.monotonic

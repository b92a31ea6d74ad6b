// A client has to stop after some tries: more tries do not help a service that is down, and a 400 or 401 stays the same.

import { type Fact, isPassing } from '../record/fact.ts'
import { BY_A_TEST, type Facts, mistakeOf, type Rule } from './rule.ts'

const MAX_TRIES = 20
const MAX_REFUSED = 4
const WITHIN_MS = 60_000

export const givesUp: Rule = {
  name: 'gives-up',
  ground: 'the service, limits: repeated requests can lead to a ban',
  asks: 'Give up after five tries or so, and tell the caller.',
  looksLike: 'a client that never gives up',
  unless: BY_A_TEST,
  proof: 'inject --faults outage',
  watch: (facts) => watchCounts(facts, isPassing, MAX_TRIES, 'five tries or so'),
}

export const givesUpOnRefusals: Rule = {
  name: 'gives-up-on-refusals',
  ground: 'RFC 9110 §15.5: the client seems to have erred',
  asks: 'Do not try a call again that was refused with 400 or 401.',
  looksLike: 'retries of a refused call',
  unless: BY_A_TEST,
  proof: 'inject --faults expired',
  watch: (facts) => watchCounts(facts, ({ status }) => status === 400 || status === 401, MAX_REFUSED, 'one call'),
}

/** More equal calls than `most` that failed in this way, within a minute. */
function watchCounts({ series }: Facts, counts: (fact: Fact) => boolean, most: number, expected: string) {
  const failed = series.map((calls) => calls.filter((fact) => counts(fact) && !fact.isExpected)).filter(({ length }) => length > 0)
  const isWithin = (first: Fact, last?: Fact) => last !== undefined && last.arrived.monotonic - first.arrived.monotonic <= WITHIN_MS
  const tooMany = failed.filter((calls) => calls.some((first, index) => isWithin(first, calls[index + most])))
  return { found: tooMany.map((calls) => mistakeOf(calls, expected)), clear: failed.length }
}

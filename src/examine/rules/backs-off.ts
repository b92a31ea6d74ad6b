// A client has to wait between its tries, longer each time. Tries without any wait make an overload worse.

import { elapsed } from '../../ground/moment.ts'
import { type Fact, isPassing } from '../record/fact.ts'
import { neighboursOf, overlaps, splitBetween } from '../record/series.ts'
import { BY_A_TEST, mistakeOf, type Rule } from './rule.ts'

/** The waits of textbook back-offs are longer. */
const SHORT_MS = 20
const ENOUGH = 4

export const backsOff: Rule = {
  name: 'backs-off',
  ground: 'the service, limits: clients are expected to use exponential backoff',
  asks: 'Wait before each try, double the wait from try to try, and vary it by chance.',
  looksLike: 'retries without waiting',
  unless: BY_A_TEST,
  watch({ series }) {
    // Where a reply says when to come back, honours-retry-after judges.
    const follows = (before: Fact, fact: Fact) => isPassing(before) && before.asked === undefined && !overlaps(before, fact)
    const areApart = (before: Fact, fact: Fact) => !follows(before, fact) || elapsed(before.closed, fact.arrived) >= SHORT_MS
    const bursts = series.flatMap((calls) => splitBetween(calls, areApart))
    const expected = 'a wait before each try, longer from try to try'
    const clear = series.flatMap(neighboursOf).filter(({ from, to }) => follows(from, to)).length
    return { found: bursts.filter(({ length }) => length >= ENOUGH).map((calls) => mistakeOf(calls, expected)), clear }
  },
}

// When the reply to a creation is lost, a second creation may make a second item. So the client has to look first.

import { showMs } from '../../ground/words.ts'
import { evidenceOf, type Fact } from '../record/fact.ts'
import { neighboursOf, overlaps } from '../record/series.ts'
import { findCreated } from '../record/world-facts.ts'
import { BY_A_TEST, type Rule } from './rule.ts'

export const noBlindCreateRetry: Rule = {
  name: 'no-blind-create-retry',
  ground: 'RFC 9110 §9.2.2: do not automatically retry a request with a non-idempotent method',
  asks: 'Look for the item first, or do not retry a POST.',
  looksLike: 'a creation that is sent again',
  unless: BY_A_TEST,
  proof: 'inject --faults lost-reply',
  watch({ series, operations }) {
    // A creation that was carried out, but whose reply was lost or not awaited.
    const isLost = ({ failure, carriedOut, operation }: Fact) =>
      failure === 'fault' && carriedOut && findCreated(operation, operations) !== undefined
    const pairs = series.flatMap(neighboursOf).filter(({ from, to }) => isLost(from) && !overlaps(from, to))
    const found = pairs.map(({ from, to }) => {
      const loss = from.hasLeft ? 'its sender left before the whole reply came' : 'its reply did not come whole'
      const later = showMs(to.arrived.monotonic - from.closed.monotonic)
      return {
        expected: 'a GET that looks for the item, before the creation is sent again',
        observed: `${from.id} was carried out, but ${loss}; ${to.id} is an equal creation ${later} later`,
        evidence: [evidenceOf(from, 'carried out'), evidenceOf(to, to.carriedOut ? 'carried out too' : 'not carried out')],
      }
    })
    return { found, clear: series.flat().filter(isLost).length }
  },
}

// When the reply to a creation is lost, the client does not know whether the item exists. A second creation may create a second item,
// so the client has to look for the item first.

import { showMs } from '../../ground/numbers.ts'
import type { Fact } from '../record/fact.ts'
import { overlaps, pairsOf } from '../record/series.ts'
import { BY_A_TEST, type Facts, type Rule } from './rule.ts'

export const noBlindCreateRetry: Rule = {
  name: 'no-blind-create-retry',
  ground: 'RFC 9110 §9.2.2: do not automatically retry a request with a non-idempotent method',
  asks: 'Look for the item first, or do not retry a POST.',
  proof: { faults: 'lost-reply' },
  watch({ series, operations }) {
    const pairs = series.flatMap(pairsOf).filter(({ from, to }) => isLostCreation(from, operations) && !overlaps(from, to))
    const found = pairs.map(({ from, to }) => ({
      looksLike: 'a creation that is sent again',
      unless: BY_A_TEST,
      expected: 'a look at the list before the creation is sent again',
      observed: `${describeLoss(from)}, and ${to.id} is an equal creation ${showMs(to.arrived.monotonic - from.closed.monotonic)} later`,
      evidence: [[from, 'carried out'] as const, [to, to.carriedOut ? 'carried out too' : 'not carried out'] as const],
    }))
    return { found }
  },
}

/** A creation that was carried out, but whose reply was lost or not awaited. */
const isLostCreation = ({ failure, carriedOut, operation }: Fact, operations: Facts['operations']) =>
  failure === 'fault' && carriedOut && operations.get(operation)?.list !== undefined

const describeLoss = ({ id, endedBy }: Fact) =>
  endedBy === 'client'
    ? `${id} was carried out, and its sender left before the whole reply`
    : `${id} was carried out, and its reply did not come whole`

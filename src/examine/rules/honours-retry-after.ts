// A client has to wait as long as Retry-After says. Waiting too long never fails.

import { elapsed } from '../../ground/moment.ts'
import { seconds } from '../../ground/words.ts'
import type { Fact } from '../record/fact.ts'
import { overlaps, type Series, splitBetween } from '../record/series.ts'
import { BY_A_TEST, type Mistake, mistakeOf, type Rule } from './rule.ts'

export const honoursRetryAfter: Rule = {
  name: 'honours-retry-after',
  ground: 'RFC 9110 §10.2.3: Retry-After is a number of seconds or an HTTP date; the service, errors, rule 2',
  asks: 'Wait as long as Retry-After says, in both its forms, then retry.',
  looksLike: 'retries before Retry-After is over',
  unless: BY_A_TEST,
  proof: 'inject --faults rate-limited',
  watch({ series }) {
    const asking = series.filter((calls) => calls.some(asks))
    return { found: asking.flatMap(findEarly), clear: asking.length }
  },
}

/** A call is compared with this many calls before it: clients send fewer in parallel. */
const LOOK_BACK = 50

const asks = ({ asked, isExpected }: Fact) => asked !== undefined && asked.least > 0 && !isExpected

/** Calls that came during the wait that the reply to an earlier equal call had asked for. */
function findEarly(calls: Series): Mistake[] {
  const early = new Map(
    calls.flatMap((fact, index) => {
      const from = calls.slice(Math.max(0, index - LOOK_BACK), index).findLast((before) => asks(before) && isEarly(before, fact))
      return from === undefined ? [] : [[fact, from] as const]
    }),
  )
  return splitBetween(calls, (_, fact) => !early.has(fact))
    .filter(({ length }) => length > 1)
    .map((group) => mistakeOf(group, `${seconds(early.get(group[1] as Fact)?.asked?.seconds ?? 0)} between tries`))
}

function isEarly(from: Fact, to: Fact): boolean {
  const { asked, replied } = from
  if (asked === undefined || replied === undefined || overlaps(from, to)) return false
  // The real rate limit served the call, so the wait was over.
  const isServed = from.count.verdict !== 'served' && to.count.verdict === 'served'
  return !isServed && elapsed(replied, to.arrived) < asked.least
}

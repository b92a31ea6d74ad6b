// A client has to send its key. One call without a key may be a test. A run without any valid key has tested nothing.

import type { Tally } from '../record/programs.ts'
import { type Facts, type Mistake, ON_PURPOSE, type Rule, samplesOf, sumOf } from './rule.ts'

const ENOUGH = 3
const EXPECTED = 'Authorization: Bearer <API_KEY>'

export const authenticates: Rule = {
  name: 'authenticates',
  ground: 'security of the contract; RFC 6750 §2.1',
  asks: 'Send Authorization: Bearer <API_KEY> with every call.',
  exercise: 'Call with a key.',
  countsOnly: true,
  watch({ tallies, isWhole }: Facts) {
    const clear = sumOf(tallies, ({ withKey }) => withKey)
    const refused = sumOf(tallies, refusedCalls)
    const announced = sumOf(tallies, (tally) => tally.announced)
    if (isWhole && clear === 0 && announced === 0 && refused >= ENOUGH)
      return { found: [describe(tallies, `none of the ${refused} calls`)] }
    const operations = Map.groupBy(tallies, ({ operation }) => operation ?? 'a path of no operation')
    const forgotten = [...operations].filter(([, own]) => sumOf(own, refusedCalls) >= ENOUGH && sumOf(own, ({ withKey }) => withKey) === 0)
    const found = forgotten.map(
      ([kind, own]): Mistake => ({
        ...describe(own, `none of the ${sumOf(own, refusedCalls)} calls of ${kind}`),
        ...{ looksLike: 'a forgotten key', unless: ON_PURPOSE, kind },
      }),
    )
    return { found, isShown: clear > 0 && refused === 0, clear }
  },
}

/** Unannounced calls without a valid key. */
const refusedCalls = ({ keyless, wrongKey }: Tally) => keyless + wrongKey

function describe(own: readonly Tally[], which: string): Mistake {
  const wrong = sumOf(own, ({ wrongKey }) => wrongKey)
  const observed = wrong === 0 ? `${which} had a key` : `${which} had a valid key; ${wrong} had a wrong one`
  return { expected: EXPECTED, observed, evidence: samplesOf(own), count: sumOf(own, refusedCalls) }
}

// A client has to send its key. One call without a key may be a test. A run without any key of the sandbox has tested nothing.

import { sumCalls, type Tally } from '../record/fact.ts'
import { announce, evidenceOfAll, type Facts, type Mistake, type Rule } from './rule.ts'

const ENOUGH = 3

export const authenticates: Rule = {
  name: 'authenticates',
  ground: 'security of the contract; RFC 6750 §2.1',
  asks: 'Send Authorization: Bearer <API_KEY> with every call.',
  looksLike: 'a forgotten key',
  watch({ facts, tallies, isWhole }) {
    const isForgotten = (own: readonly Tally[]) => sumCalls(own, isRefused) >= ENOUGH && sumCalls(own, hasKey) === 0
    // A client has one key. Tests of the key try several.
    const wrongKeys = new Set(facts.map(({ key }) => key).filter((key) => key !== ''))
    if (isWhole && wrongKeys.size < 2 && isForgotten(tallies) && !tallies.some(({ isExpected }) => isExpected))
      return { found: [{ ...describe(tallies, facts, 'calls'), isFact: true }] }
    const forgotten = [...Map.groupBy(tallies, ({ operation }) => operation)].filter(([, own]) => isForgotten(own))
    const found = forgotten.map(([kind = 'a path of no operation', own]) => {
      const calls = facts.filter((fact) => fact.operation === own[0]?.operation)
      return { ...describe(own, calls, `calls of ${kind}`), kind }
    })
    const clear = sumCalls(tallies, hasKey)
    return { found, isShown: clear > 0 && !tallies.some(isRefused), clear }
  },
}

const hasKey = ({ key }: Tally) => key === 'own'
const isRefused = ({ key, isExpected }: Tally) => key !== 'own' && !isExpected

function describe(own: readonly Tally[], facts: Facts['facts'], calls: string): Mistake {
  const all = sumCalls(own, isRefused)
  const other = sumCalls(own, (tally) => isRefused(tally) && tally.key === 'other')
  const observed = `none of the ${all} ${calls} had a key${other === 0 ? '' : ` of the sandbox; ${other} had another key`}`
  const evidence = evidenceOfAll(facts.filter(({ hasValidKey, isExpected }) => !hasValidKey && !isExpected))
  const fix = `${authenticates.asks} ${announce(401)}`
  return { expected: 'Authorization: Bearer <API_KEY>', observed, fix, evidence, count: all }
}

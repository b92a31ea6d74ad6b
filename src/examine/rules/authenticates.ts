// A client has to send its key. One call without a key may be a test. Different wrong keys are different calls.

import type { Tally } from '../record/programs.ts'
import { certain, likely, type Mistake, type Rule, samplesOf, sumOf } from './rule.ts'

const ENOUGH = 3
const SIGN = ['the counters of all calls of the program', 'tests call without a key on purpose: announce them with expect=401'] as const

export const authenticates: Rule = {
  name: 'authenticates',
  level: 'fail',
  ground: 'security of the contract; RFC 6750 §2.1',
  asks: 'Send the API key with every call.',
  exercise: 'Call with a key.',
  countsOnly: true,
  judge({ tallies, isWhole }) {
    const programs = [...Map.groupBy(tallies, ({ program }) => program.userAgent ?? '').values()]
    const found = programs.flatMap((own): Mistake[] => {
      const calls = sumOf(own, ({ calls, announced }) => calls - announced)
      if (calls >= ENOUGH && sumOf(own, withKey) === 0 && !own.some(({ program }) => program.isMixed)) {
        const kinds = new Set(own.flatMap(({ refused }) => [...refused.keys()]))
        const what = kinds.size > 1 ? 'no valid key' : kinds.has('') ? 'no key' : 'the same wrong key'
        const by = (kinds.size === 1 && isWhole ? certain : likely)(...SIGN)
        return [
          { ...describe(own, `sent ${what} with all of its ${calls} calls`, calls), by, looksLike: 'a client whose key never arrives' },
        ]
      }
      const forgotten = [...Map.groupBy(own, ({ operation = 'a path of no operation' }) => operation)].filter(
        ([, own]) => sumOf(own, refusedCalls) >= ENOUGH && sumOf(own, withKey) === 0,
      )
      return forgotten.map(([kind, own]) => ({ ...describe(own, `never called ${kind} with a key`, sumOf(own, refusedCalls)), kind }))
    })
    const clear = sumOf(tallies, withKey)
    return { found, isShown: clear > 0 && sumOf(tallies, refusedCalls) === 0, clear }
  },
}

const withKey = (tally: Tally) => tally.withKey
const refusedCalls = ({ refused }: Tally) => [...refused.values()].reduce((total, calls) => total + calls, 0)

const describe = (own: readonly Tally[], observed: string, count: number): Mistake => ({
  by: likely(...SIGN),
  expected: 'Authorization: Bearer <API_KEY>',
  observed,
  looksLike: 'a forgotten key',
  advice: 'Send Authorization: Bearer <API_KEY> with every call.',
  evidence: samplesOf(own),
  count,
})

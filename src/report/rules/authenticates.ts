// A client has to send its key. One call without a key may be a test. Different wrong keys are different calls.

import { sumOf, type Tally } from '../programs.ts'
import { certain, likely, type Mistake, type Rule, samplesOf } from './rule.ts'

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
    const found = programs.flatMap((own) => {
      const calls = sumOf(own, ({ calls, announced }) => calls - announced)
      if (calls >= ENOUGH && sumOf(own, withKey) === 0 && !own.some(({ program }) => program.isMixed))
        return describeAll(own, calls, isWhole)
      const operations = [...Map.groupBy(own, ({ operation }) => operation).values()]
      return operations.filter((own) => sumOf(own, refusedCalls) >= ENOUGH && sumOf(own, withKey) === 0).map(describeOperation)
    })
    const clear = sumOf(tallies, withKey)
    return { found, isShown: clear > 0 && sumOf(tallies, refusedCalls) === 0, clear }
  },
}

const withKey = (tally: Tally) => tally.withKey
const refusedCalls = ({ refused }: Tally) => [...refused.values()].reduce((total, calls) => total + calls, 0)

function describeAll(own: readonly Tally[], calls: number, isWhole: boolean): Mistake {
  const kinds = new Set(own.flatMap(({ refused }) => [...refused.keys()]))
  const what = kinds.size > 1 ? 'no valid key' : kinds.has('') ? 'no key' : 'the same wrong key'
  return {
    ...describe(own, `sent ${what} with all of its ${calls} calls`, calls),
    by: kinds.size === 1 && isWhole ? certain(...SIGN) : likely(...SIGN),
    looksLike: 'a client whose key never arrives',
  }
}

const describeOperation = (own: readonly Tally[]): Mistake => {
  const operation = own[0]?.operation ?? 'a path of no operation'
  return {
    ...describe(own, `never called ${operation} with a key`, sumOf(own, refusedCalls)),
    looksLike: 'a forgotten key',
    kind: operation,
  }
}

const describe = (own: readonly Tally[], observed: string, count: number): Mistake => ({
  by: likely(...SIGN),
  expected: 'Authorization: Bearer <API_KEY>',
  observed,
  advice: 'Send Authorization: Bearer <API_KEY> with every call.',
  evidence: samplesOf(own),
  count,
})

// A client has to send its key. One call without a key may be a test. Different wrong keys are different calls.

import type { Tally } from '../programs.ts'
import type { Mistake, Rule } from './rule.ts'

const ENOUGH = 3

export const authenticates: Rule = {
  name: 'authenticates',
  level: 'fail',
  since: '2026-11',
  ground: 'security of the contract; RFC 6750 §2.1',
  asks: 'Send the API key with every call.',
  shows: 'the client sends its key',
  exercise: 'Call with a key.',
  countsOnly: true,
  judge({ tallies, isWhole }) {
    const programs = [...Map.groupBy(tallies, ({ program }) => program.userAgent ?? '').values()]
    const found = programs.flatMap((own) => {
      const calls = sum(own, unannounced)
      if (calls >= ENOUGH && sum(own, ({ withKey }) => withKey) === 0 && !own.some(({ program }) => program.isMixed))
        return [describeAll(own, calls, isWhole)]
      return [...Map.groupBy(own, ({ operation }) => operation).values()].filter(isNeverWithKey).map(describeOperation)
    })
    const withKey = sum(tallies, (tally) => tally.withKey)
    return { found, isShown: withKey > 0 && sum(tallies, refusedCalls) === 0, clear: withKey }
  },
}

const sum = (tallies: readonly Tally[], of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
const unannounced = ({ calls, announced }: Tally) => calls - announced
const refusedCalls = ({ refused }: Tally) => [...refused.values()].reduce((total, calls) => total + calls, 0)

const isNeverWithKey = (own: readonly Tally[]) => sum(own, refusedCalls) >= ENOUGH && sum(own, ({ withKey }) => withKey) === 0

function describeAll(own: readonly Tally[], calls: number, isWhole: boolean): Mistake {
  const kinds = new Set(own.flatMap(({ refused }) => [...refused.keys()]))
  const isAlike = kinds.size === 1
  const what = kinds.size > 1 ? 'a valid key' : kinds.has('') ? 'a key' : 'a valid key, and always the same wrong one'
  return {
    ...describe(
      own,
      isAlike && isWhole
        ? `None of ${calls} calls had ${what}.`
        : `Looks like a client whose key never arrives: none of ${calls} calls had ${what}.`,
    ),
    confidence: isAlike && isWhole ? 'certain' : 'likely',
    observed: `none of ${calls} calls had ${what}`,
    count: calls,
  }
}

const describeOperation = (own: readonly Tally[]): Mistake => ({
  ...describe(own, `Looks like a forgotten key: ${own[0]?.operation ?? 'a path of no operation'} was never called with one.`),
  kind: own[0]?.operation ?? '',
  count: sum(own, refusedCalls),
})

const describe = (own: readonly Tally[], message: string): Mistake => ({
  confidence: 'likely',
  sign: 'the counters of all calls of the program',
  dismissedBy: 'tests call without a key on purpose: announce them with expect=401',
  expected: 'Authorization: Bearer <API_KEY>',
  observed: 'no valid key',
  message,
  advice: 'Send Authorization: Bearer <API_KEY> with every call.',
  evidence: own.flatMap(({ samples }) => samples.map((sample) => [sample] as const)),
})

// A test that announces only errors must get one of them. Otherwise it did not test what its author wanted.

import type { Fact } from '../record/fact.ts'
import { evidenceOfAll, type Mistake, type Rule } from './rule.ts'

export const meetsExpectation: Rule = {
  name: 'meets-expectation',
  ground: 'the statuses that the test announces with expect',
  asks: 'Change the test so that a call gets this status, or correct expect.',
  watch({ facts, dropped }) {
    // A call whose fact was dropped may have got the status.
    if (dropped > 0) return { found: [] }
    const byName = Map.groupBy(facts, ({ testCase }) => testCase?.name)
    // Different calls of one test may announce different statuses.
    const announced = new Map(
      facts.flatMap(({ testCase }) => (testCase?.expect ? [[`${testCase.name}\n${testCase.expect}`, testCase]] : [])),
    )
    const judged = [...announced.values()].map(({ name, expect = [] }) => ({ name, expect, calls: byName.get(name) ?? [] }))
    const missed = judged.filter(({ calls, expect }) => !calls.some(({ meant }) => expect.includes(meant)))
    // A success that nobody announced leaves no fact. So only errors can be missed for certain.
    const certain = missed.filter(({ calls, expect }) => expect.every((status) => status >= 400) && !calls.some(isDisturbed))
    return {
      found: certain.map(({ name, expect, calls }) => describe(name, expect.join(' or '), calls)),
      isShown: judged.length > 0 && missed.length === 0,
      clear: judged.length - missed.length,
    }
  },
}

/** The real rate limit, a ban, or the client's own abort kept the test from its status. */
const isDisturbed = ({ count, hasLeft, failure }: Fact) => count.verdict !== 'served' || (hasLeft && failure === 'fault')

function describe(name: string, announced: string, calls: readonly Fact[]): Mistake {
  const came = new Set(calls.map(({ status }) => String(status || 'no reply')))
  return {
    isFact: true,
    expected: `${announced}, because the test announces it with expect`,
    observed: `${[...came].join(' and ')} came in this test, and ${announced} did not`,
    evidence: evidenceOfAll(calls),
    kind: `${name}\n${announced}`,
  }
}

// Finds calls of an operation after its removal date. Where somebody set the clock, a test may want the refusal, so they only advise.

import type { Mistake, Rule } from './rule.ts'

/** When the clock of the world differs more from real time, somebody has set it. */
const REAL_MS = 2000

export const noRemovedCalls: Rule = {
  name: 'no-removed-calls',
  level: 'fail',
  since: '2026-11',
  ground: 'x-sunset of the contract; RFC 8594',
  asks: 'Do not call an operation after its removal date.',
  shows: 'the client works without the removed operations',
  exercise: 'Set the clock of the world to a date after the removal.',
  judge({ facts, operations }) {
    const late = facts.filter(
      ({ operation, arrived, isExpected }) =>
        !isExpected && arrived.world >= (operations.get(operation ?? '')?.deprecation?.sunset ?? Number.POSITIVE_INFINITY),
    )
    const found = late.map((fact): Mistake => {
      const isReal = Math.abs(fact.arrived.world - fact.arrived.real) < REAL_MS
      return {
        confidence: isReal ? 'certain' : 'likely',
        sign: isReal ? 'nobody set the clock of the world' : 'the clock of the world was set to a later date',
        dismissedBy: 'a test wants the refusal: announce it with expect=404',
        expected: 'another operation',
        observed: `${fact.operation} after its removal date`,
        message: `${isReal ? 'The client called' : 'Looks like a call that will fail: the client called'} ${fact.operation} after its removal date.`,
        advice: 'Use the operation that replaces it.',
        evidence: [[fact, new Date(fact.arrived.world).toISOString().slice(0, 10)]],
      }
    })
    return { found }
  },
}

// Finds calls of an operation after its removal date. Where somebody set the clock, a test may want the refusal, so they only advise.

import { isRealTime } from '../../ground/moment.ts'
import { type Rule, sumOf } from './rule.ts'

export const noRemovedCalls: Rule = {
  name: 'no-removed-calls',
  ground: 'x-sunset of the contract; RFC 8594',
  asks: 'Use the operation that replaces it.',
  exercise: 'Set the clock of the world to a date after the removal, and let the client work.',
  watch({ facts, operations, tallies }) {
    const removedAt = (operation: string | undefined) => operations.get(operation)?.deprecation?.sunset ?? Number.POSITIVE_INFINITY
    const others = tallies.filter(({ operation }) => removedAt(operation) === Number.POSITIVE_INFINITY)
    const late = facts.filter(({ operation, arrived, isExpected }) => !isExpected && arrived.world >= removedAt(operation))
    const found = late.map((fact) => ({
      ...(!isRealTime(fact.arrived) && { looksLike: 'a call that will fail', unless: 'a test with a later clock wants the refusal' }),
      expected: 'another operation',
      observed: `${fact.operation} after its removal date`,
      evidence: [[fact, new Date(fact.arrived.world).toISOString().slice(0, 10)] as const],
      kind: fact.operation ?? '',
    }))
    return { found, clear: sumOf(others, ({ afterRemoval }) => afterRemoval) }
  },
}

// Finds calls of an operation after its removal date. Where somebody set the clock, a test may want the refusal, so they only advise.

import { isRealTime } from '../../exchange/moment.ts'
import { certain, likely, type Rule, sumOf } from './rule.ts'

const UNLESS = 'a test wants the refusal: announce it with expect=404'

export const noRemovedCalls: Rule = {
  name: 'no-removed-calls',
  level: 'fail',
  ground: 'x-sunset of the contract; RFC 8594',
  asks: 'Do not call an operation after its removal date.',
  exercise: 'Set the clock of the world to a date after the removal, and let the client work.',
  judge({ facts, operations, tallies }) {
    const removedAt = (operation: string | undefined) => operations.get(operation)?.deprecation?.sunset ?? Number.POSITIVE_INFINITY
    const others = tallies.filter(({ operation }) => removedAt(operation) === Number.POSITIVE_INFINITY)
    const late = facts.filter(({ operation, arrived, isExpected }) => !isExpected && arrived.world >= removedAt(operation))
    const found = late.map((fact) => ({
      by: isRealTime(fact.arrived)
        ? certain('nobody set the clock of the world', UNLESS)
        : likely('the clock of the world was set to a later date', UNLESS),
      expected: 'another operation',
      observed: `called ${fact.operation} after its removal date`,
      looksLike: 'a call that will fail',
      advice: 'Use the operation that replaces it.',
      evidence: [[fact, new Date(fact.arrived.world).toISOString().slice(0, 10)] as const],
    }))
    return { found, clear: sumOf(others, ({ afterRemoval }) => afterRemoval) }
  },
}

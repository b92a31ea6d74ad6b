// Finds calls of an operation after its removal date. With a moved clock they are only advice: a test may want the refusal.

import { isRealTime } from '../../ground/moment.ts'
import { evidenceOf } from '../record/fact.ts'
import type { Rule } from './rule.ts'

export const noRemovedCalls: Rule = {
  name: 'no-removed-calls',
  ground: 'x-sunset of the contract; RFC 8594',
  asks: 'Use the operation that replaces it.',
  looksLike: 'a call that will fail',
  unless: 'a test moved the clock on purpose, and wants the refusal',
  watch({ facts, operations }) {
    const removedAt = (operation: string | undefined) => operations.get(operation)?.deprecation?.sunset ?? Number.POSITIVE_INFINITY
    const late = facts.filter(({ operation, arrived, isExpected }) => !isExpected && arrived.world >= removedAt(operation))
    const found = late.map((fact) => ({
      isFact: isRealTime(fact.arrived),
      expected: operations.get(fact.operation)?.deprecation?.successor ?? 'another operation',
      observed: `${fact.operation} was called after its removal date`,
      evidence: [evidenceOf(fact, new Date(fact.arrived.world).toISOString().slice(0, 10))],
      kind: fact.operation ?? '',
    }))
    return { found }
  },
}

// A call of a deprecated operation still works. The advice says until when, and which program calls it.

import { addFinding, createTally, mergeTallies, subjectOf, type Tally } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State extends Tally {
  readonly parts: WorldParts
}

export const noDeprecatedCalls: Rule<State> = {
  name: 'no-deprecated-calls',
  level: 'advice',
  asks: 'Move from deprecated operations to what replaces them.',
  shows: 'the client calls no deprecated operation',
  hint: 'No call of an operation came.',
  create: (parts) => ({ ...createTally(), parts }),
  see(state, exchange, { userAgent }) {
    const { operation = '', arrived } = exchange
    const contract = state.parts.operations.get(operation)
    if (contract === undefined) return
    const { deprecation } = contract
    if (deprecation === undefined) state.kept += 1
    if (deprecation === undefined || arrived.world >= (deprecation.sunset ?? Number.POSITIVE_INFINITY)) return
    const until = deprecation.sunset === undefined ? '' : ` and is removed on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}`
    addFinding(state, {
      ...subjectOf(exchange),
      level: 'advice',
      message: `${operation} is deprecated${until}. It was called by ${userAgent ?? 'a client without User-Agent'}.`,
      advice: deprecation.successor === undefined ? 'Use another operation.' : `Use ${deprecation.successor} instead.`,
      requests: [exchange.id],
    })
  },
  conclude(states) {
    const { kept, findings } = mergeTallies(states)
    return { isExercised: kept > 0, findings: [...findings.values()] }
  },
}

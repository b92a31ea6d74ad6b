// A client should send only known parameters and fields, because most services ignore the others silently.

import { addFinding, createTally, mergeTallies, subjectOf, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

const UNKNOWN = new Set(['unknown_parameter', 'unknown_field'])

export const knownFields: Rule<Tally> = {
  name: 'known-fields',
  level: 'advice',
  asks: 'Send only parameters and fields that the contract has.',
  shows: 'the client sends only parameters and fields that the contract has',
  hint: 'No call of an operation came.',
  restsOn: ['unknown-fields'],
  create: createTally,
  see(tally, exchange, { isExpected }) {
    if (exchange.operation === undefined || isExpected) return
    tally.kept += 1
    for (const { code, message, in: where, place } of exchange.warnings) {
      if (!UNKNOWN.has(code) || where === undefined || place === undefined) continue
      addFinding(tally, {
        ...subjectOf(exchange),
        level: 'advice',
        in: where,
        place,
        message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
        advice: 'Correct the name, or leave it out.',
        requests: [exchange.id],
      })
    }
  },
  conclude(states) {
    const { kept, findings } = mergeTallies(states)
    return { isExercised: kept > 0, findings: [...findings.values()] }
  },
}

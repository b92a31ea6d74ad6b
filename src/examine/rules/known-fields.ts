// A client should send only known parameters and fields, because most services ignore the others silently.

import { certain, type Mistake, type Rule, sumOf } from './rule.ts'

export const knownFields: Rule = {
  name: 'known-fields',
  level: 'advice',
  ground: 'the assumption unknown-fields',
  restsOn: ['unknown-fields'],
  asks: 'Send only parameters and fields that the contract has.',
  exercise: 'Call an operation of the contract.',
  judge({ facts, tallies }) {
    const sent = facts.flatMap((fact) => (fact.isExpected ? [] : fact.warnings.map((warning) => ({ fact, ...warning }))))
    const found = sent.flatMap(({ fact, code, message, in: where, place }): Mistake | [] => {
      if ((code !== 'unknown_parameter' && code !== 'unknown_field') || where === undefined || place === undefined) return []
      return {
        by: certain('the contract', 'a test sends it on purpose: nothing to do'),
        expected: 'names of the contract',
        observed: place,
        message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
        advice: 'Correct the name, or leave it out.',
        evidence: [[fact]],
        place: { in: where, place },
      }
    })
    return { found, clear: sumOf(tallies, ({ operation, calls }) => (operation === undefined ? 0 : calls)) }
  },
}

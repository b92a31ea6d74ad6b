// A client should send only known parameters and fields, because most services ignore the others silently.

import { sumOf } from '../programs.ts'
import { certain, type Mistake, type Rule } from './rule.ts'

const UNKNOWN = new Set(['unknown_parameter', 'unknown_field'])

export const knownFields: Rule = {
  name: 'known-fields',
  level: 'advice',
  ground: 'the assumption unknown-fields',
  restsOn: ['unknown-fields'],
  asks: 'Send only parameters and fields that the contract has.',
  exercise: 'Call an operation of the contract.',
  judge({ facts, tallies }) {
    const unannounced = facts.filter(({ isExpected }) => !isExpected)
    const found = unannounced.flatMap((fact) =>
      fact.warnings.flatMap(({ code, message, in: where, place }): Mistake | readonly [] => {
        if (!UNKNOWN.has(code) || where === undefined || place === undefined) return []
        return {
          by: certain('the contract', 'a test sends it on purpose: nothing to do'),
          expected: 'names of the contract',
          observed: place,
          message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
          advice: 'Correct the name, or leave it out.',
          evidence: [[fact]],
          place: { in: where, place },
        }
      }),
    )
    return { found, clear: sumOf(tallies, ({ operation, calls }) => (operation === undefined ? 0 : calls)) }
  },
}

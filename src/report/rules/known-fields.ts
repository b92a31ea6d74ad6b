// A client should send only known parameters and fields, because most services ignore the others silently.

import type { Mistake, Rule } from './rule.ts'

const UNKNOWN = new Set(['unknown_parameter', 'unknown_field'])

export const knownFields: Rule = {
  name: 'known-fields',
  level: 'advice',
  since: '2026-11',
  ground: 'the assumption unknown-fields',
  restsOn: ['unknown-fields'],
  asks: 'Send only parameters and fields that the contract has.',
  shows: 'the client sends only parameters and fields that the contract has',
  exercise: 'Call an operation of the contract.',
  judge({ facts, tallies }) {
    const found = facts
      .filter(({ isExpected }) => !isExpected)
      .flatMap((fact) =>
        fact.warnings.flatMap(({ code, message, in: where, place }): Mistake[] => {
          if (!UNKNOWN.has(code) || where === undefined || place === undefined) return []
          const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
          return [
            {
              confidence: 'certain',
              sign: 'the contract',
              dismissedBy: 'a test sends it on purpose: nothing to do',
              expected: 'names of the contract',
              observed: place,
              message: text,
              advice: 'Correct the name, or leave it out.',
              evidence: [[fact]],
              place: { in: where, place },
            },
          ]
        }),
      )
    return { found, clear: tallies.reduce((sum, { operation, calls }) => sum + (operation === undefined ? 0 : calls), 0) }
  },
}

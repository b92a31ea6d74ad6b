// A client should send only known parameters and fields, because most services ignore the others silently.

import { type Mistake, ON_PURPOSE, type Rule, sumOf } from './rule.ts'

export const knownFields: Rule = {
  name: 'known-fields',
  ground: 'the assumption unknown-fields',
  asks: 'Send only parameters and fields that the contract has.',
  exercise: 'Call an operation of the contract.',
  watch({ facts, tallies }) {
    const sent = facts.flatMap((fact) => (fact.isExpected ? [] : fact.warnings.map((warning) => ({ fact, ...warning }))))
    const found = sent.flatMap(({ fact, code, message, in: where, place }): Mistake | [] => {
      if ((code !== 'unknown_parameter' && code !== 'unknown_field') || where === undefined || place === undefined) return []
      return {
        looksLike: 'a misspelled name',
        unless: ON_PURPOSE,
        expected: 'names of the contract',
        observed: message,
        evidence: [[fact]],
        place: { in: where, place },
      }
    })
    return { found, clear: sumOf(tallies, ({ operation, calls }) => (operation === undefined ? 0 : calls)) }
  },
}

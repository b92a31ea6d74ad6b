// A client should send only known parameters and fields, because most services ignore the others silently. key-not-in-url judges keys.

import { evidenceOf, sumCalls } from '../record/fact.ts'
import type { Mistake, Rule } from './rule.ts'

export const knownFields: Rule = {
  name: 'known-fields',
  ground: 'the assumption unknown-fields',
  asks: 'Send only parameters and fields that the contract has.',
  looksLike: 'a misspelled name',
  watch({ facts, tallies }) {
    const sent = facts.flatMap((fact) => (fact.isExpected ? [] : fact.warnings.map((warning) => ({ fact, ...warning }))))
    const found = sent.flatMap(({ fact, code, message, in: where, place }): Mistake | [] => {
      const at = `${where} ${place}`
      if ((code !== 'unknown_parameter' && code !== 'unknown_field') || at === fact.keyPlace) return []
      return { expected: 'names of the contract', observed: message, evidence: [evidenceOf(fact)], place: at, kind: fact.operation ?? '' }
    })
    return { found, clear: sumCalls(tallies, ({ operation }) => operation !== undefined) }
  },
}

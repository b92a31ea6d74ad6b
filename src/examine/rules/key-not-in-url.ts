// A key belongs only in Authorization. Servers and proxies write URLs to their logs.

import { evidenceOf, sumCalls } from '../record/fact.ts'
import type { Mistake, Rule } from './rule.ts'

export const keyNotInUrl: Rule = {
  name: 'key-not-in-url',
  ground: 'RFC 6750 §5.3: do not pass bearer tokens in page URLs',
  asks: 'Send the key only in the header Authorization: URLs are written to logs.',
  looksLike: 'a client that sends its key in the URL',
  watch({ facts, tallies }) {
    const leaks = facts.filter(({ keyPlace, isExpected }) => keyPlace !== undefined && !isExpected)
    const found = leaks.map((fact): Mistake => {
      const [, name] = (fact.keyPlace ?? '').split(' ')
      return {
        // A test may try whether a key in the URL is refused. A client that works has sent its key in the header too.
        isFact: fact.hasValidKey,
        expected: 'the key only in the header Authorization',
        observed: `a key of the sandbox stood ${name === undefined ? 'in the path' : `in the query parameter ${name}`}`,
        evidence: [evidenceOf(fact)],
        place: name === undefined ? 'path' : `query ${name}`,
      }
    })
    return { found, clear: sumCalls(tallies) }
  },
}

// A key belongs only in Authorization. In Referer, in a cookie, in a body or in a path outside the contract, others can read it.

import { isInUrl } from './key-not-in-url.ts'
import type { Mistake, Rule } from './rule.ts'

export const keyOnlyInAuthorization: Rule = {
  name: 'key-only-in-authorization',
  level: 'advice',
  since: '2026-11',
  ground: 'security of the contract: HTTP bearer',
  asks: 'Send the API key only in Authorization.',
  shows: 'the client sends its key only in Authorization',
  exercise: 'Call with a key.',
  judge({ facts, tallies, keysOutside }) {
    const leaks = facts.filter(({ keyPlace }) => keyPlace !== undefined && !isInUrl(keyPlace))
    const found = leaks.map((fact) => describe(fact.keyPlace ?? '', [[fact]]))
    const outside = keysOutside === 0 ? [] : [{ ...describe('a path outside the contract', []), count: keysOutside }]
    return { found: [...found, ...outside], clear: tallies.reduce((sum, { withKey }) => sum + withKey, 0) }
  },
}

const describe = (place: string, evidence: Mistake['evidence']): Mistake => ({
  confidence: 'certain',
  sign: 'the text is a key of this sandbox',
  dismissedBy: 'a test sends it on purpose: nothing to do',
  expected: 'the key only in the header Authorization',
  observed: `a key in ${place}`,
  message: `A key of the sandbox stands in ${place}.`,
  advice: 'Send the key only in the header Authorization.',
  evidence,
  kind: place,
})

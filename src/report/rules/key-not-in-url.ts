// A key must not be in a URL, because servers and proxies write URLs to their logs.

import type { Mistake, Rule } from './rule.ts'

export const keyNotInUrl: Rule = {
  name: 'key-not-in-url',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 6750 §5.3: do not pass bearer tokens in page URLs',
  asks: 'Keep the API key out of URLs.',
  shows: 'the client keeps its key out of URLs',
  exercise: 'Call with a key.',
  judge({ facts, tallies }) {
    const leaks = facts.filter(({ keyPlace, isExpected, status }) => isInUrl(keyPlace) && !(isExpected && status === 401))
    const found = leaks.map((fact): Mistake => {
      const [part, name = ''] = (fact.keyPlace ?? '').split(' ')
      return {
        confidence: 'certain',
        sign: 'the text is a key of this sandbox',
        dismissedBy: 'a test sends it on purpose: announce it with expect=401',
        expected: 'the key only in the header Authorization',
        observed: part === 'path' ? 'a key is a segment of the path' : `a key is the value of the query parameter ${name}`,
        message: `The ${part === 'path' ? 'path' : `query parameter ${name}`} is an API key.`,
        advice: 'Send the key only in the header Authorization: URLs are written to logs.',
        evidence: [[fact]],
        place: part === 'path' ? { in: 'path', place: '' } : { in: 'query', place: name },
      }
    })
    return { found, clear: tallies.reduce((sum, { calls }) => sum + calls, 0) }
  },
}

export const isInUrl = (keyPlace: string | undefined) => keyPlace === 'path' || keyPlace?.startsWith('query ') === true

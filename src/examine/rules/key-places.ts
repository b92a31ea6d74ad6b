// A key belongs only in Authorization. Servers and proxies write URLs to their logs. In Referer, in a cookie, in a body or in a path
// outside the contract, others can read the key too.

import { certain, type Mistake, type Rule, sumOf } from './rule.ts'

export const keyNotInUrl: Rule = {
  name: 'key-not-in-url',
  level: 'fail',
  ground: 'RFC 6750 §5.3: do not pass bearer tokens in page URLs',
  asks: 'Keep the API key out of URLs.',
  exercise: 'Call with a key.',
  judge({ facts, tallies }) {
    const leaks = facts.filter(({ keyPlace, isExpected, status }) => isInUrl(keyPlace) && !(isExpected && status === 401))
    const found = leaks.map((fact): Mistake => {
      const [, name] = (fact.keyPlace ?? '').split(' ')
      const where = name === undefined ? 'as a segment of the path' : `as the value of the query parameter ${name}`
      return {
        ...describe(where, [[fact]]),
        advice: 'Send the key only in the header Authorization: URLs are written to logs.',
        place: name === undefined ? { in: 'path', place: '' } : { in: 'query', place: name },
      }
    })
    return { found, clear: sumOf(tallies, ({ calls }) => calls) }
  },
}

export const keyOnlyInAuthorization: Rule = {
  name: 'key-only-in-authorization',
  level: 'advice',
  ground: 'security of the contract: HTTP bearer',
  asks: 'Send the API key only in the header Authorization.',
  exercise: 'Call with a key.',
  judge({ facts, tallies, keysOutside }) {
    const leaks = facts.filter(({ keyPlace }) => keyPlace !== undefined && !isInUrl(keyPlace))
    const found = leaks.map((fact) => describe(`in ${fact.keyPlace}`, [[fact]]))
    const outside = keysOutside === 0 ? [] : [{ ...describe('in a path outside the contract', []), count: keysOutside }]
    return { found: [...found, ...outside], clear: sumOf(tallies, ({ withKey }) => withKey) }
  },
}

const isInUrl = (keyPlace = '') => keyPlace === 'path' || keyPlace.startsWith('query ')

const describe = (kind: string, evidence: Mistake['evidence']): Mistake => ({
  by: certain('the text is a key of this sandbox', 'a test sends it on purpose: announce it with expect=401'),
  expected: 'the key only in the header Authorization',
  observed: `sent an API key ${kind}`,
  ...{ evidence, kind },
})

// Finds calls of deprecated operations. They still work. The finding says until when.

import { type Mistake, type Rule, samplesOf, sumOf } from './rule.ts'

export const noDeprecatedCalls: Rule = {
  name: 'no-deprecated-calls',
  ground: 'deprecated: true in the contract; RFC 9745',
  asks: 'Replace calls of deprecated operations.',
  exercise: 'Call an operation of the contract.',
  countsOnly: true,
  watch({ tallies, operations }) {
    const own = tallies.filter(({ operation }) => operation !== undefined)
    const deprecated = own.filter(({ operation }) => operations.get(operation)?.deprecation !== undefined)
    const found = deprecated.flatMap((tally): Mistake | [] => {
      const { operation = '', calls, announced } = tally
      const { deprecation: { sunset, successor } = {}, parameters = [] } = operations.get(operation) ?? {}
      if (calls === announced) return []
      const end = sunset === undefined ? '' : ` and will be removed on ${new Date(sunset).toISOString().slice(0, 10)}`
      // A list that replaces the call of one item has no filter by id. So the client has to look through its pages.
      const lost = parameters.find((one) => one.in === 'path' && successor?.includes(`{${one.name}}`) === false)
      const look = lost === undefined ? '' : ` It has no ${lost.name}: follow its pages.`
      return {
        looksLike: 'a client of a deprecated operation',
        unless: 'these are tests of the operation as long as it works',
        expected: successor ?? 'another operation',
        observed: `${operation}, which is deprecated${end}`,
        fix: successor === undefined ? 'Use another operation.' : `Use ${successor} instead.${look}`,
        evidence: samplesOf([tally]),
        count: calls - announced,
        kind: operation,
      }
    })
    if (deprecated.some(({ announced }) => announced > 0)) return { found, why: 'Its only calls were announced with expect.' }
    return { found, clear: sumOf(own, ({ calls }) => calls) }
  },
}

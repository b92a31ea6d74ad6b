// Finds calls of deprecated operations. They still work, and the finding says until when.

import { sumCalls } from '../record/fact.ts'
import { evidenceOfAll, type Mistake, type Rule } from './rule.ts'

export const noDeprecatedCalls: Rule = {
  name: 'no-deprecated-calls',
  ground: 'deprecated: true in the contract; RFC 9745',
  asks: 'Replace calls of deprecated operations.',
  looksLike: 'a client of a deprecated operation',
  unless: 'a test calls the operation on purpose, as long as it still works',
  watch({ facts, tallies, operations }) {
    const deprecated = tallies.filter(({ operation }) => operations.get(operation)?.deprecation !== undefined)
    const unannounced = deprecated.filter(({ isExpected }) => !isExpected)
    const called = Map.groupBy(unannounced, ({ operation = '' }) => operation)
    const found = [...called].map(([operation, own]): Mistake => {
      const { deprecation: { sunset, successor } = {}, parameters = [] } = operations.get(operation) ?? {}
      const end = sunset === undefined ? '' : ` and will be removed on ${new Date(sunset).toISOString().slice(0, 10)}`
      // A list that replaces the call of one item has no filter by id. So the client has to look through its pages.
      const lost = parameters.find((one) => one.in === 'path' && successor?.includes(`{${one.name}}`) === false)
      const look = lost === undefined ? '' : ` It has no ${lost.name}: follow its pages.`
      return {
        expected: successor ?? 'another operation',
        observed: `${operation} is deprecated${end}`,
        fix: successor === undefined ? 'Use another operation.' : `Use ${successor} instead.${look}`,
        evidence: evidenceOfAll(facts.filter((fact) => fact.operation === operation && !fact.isExpected)),
        count: sumCalls(own),
        kind: operation,
      }
    })
    // The only call of the operation may be an announced one.
    const isTested = deprecated.some(({ isExpected }) => isExpected)
    return { found, clear: isTested ? 0 : sumCalls(tallies, ({ operation }) => operation !== undefined) }
  },
}

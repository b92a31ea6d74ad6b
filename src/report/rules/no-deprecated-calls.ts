// Finds calls of deprecated operations. They still work. The finding says until when.

import { sumOf } from '../programs.ts'
import { certain, type Rule, samplesOf } from './rule.ts'

export const noDeprecatedCalls: Rule = {
  name: 'no-deprecated-calls',
  level: 'advice',
  ground: 'deprecated: true in the contract; RFC 9745',
  asks: 'Replace calls of deprecated operations.',
  exercise: 'Call an operation of the contract.',
  countsOnly: true,
  judge({ tallies, operations }) {
    const own = tallies.filter(({ operation }) => operation !== undefined)
    const deprecated = own.flatMap((tally) => {
      const deprecation = operations.get(tally.operation)?.deprecation
      return deprecation === undefined ? [] : [{ tally, ...deprecation }]
    })
    const found = deprecated
      .filter(({ tally: { calls, announced } }) => calls > announced)
      .map(({ tally, sunset, successor }) => ({
        by: certain('the contract marks the operation as deprecated', 'a test of the operation as long as it works: nothing to do'),
        expected: successor ?? 'another operation',
        observed: `called ${tally.operation}, which is deprecated${sunset === undefined ? '' : ` and will be removed on ${new Date(sunset).toISOString().slice(0, 10)}`}`,
        advice:
          successor === undefined
            ? 'Use another operation.'
            : `Use ${successor} instead.${describeLost(operations.get(tally.operation)?.lost)}`,
        evidence: samplesOf([tally]),
        count: tally.calls - tally.announced,
        kind: tally.operation ?? '',
      }))
    const isAnnounced = deprecated.some(({ tally }) => tally.announced > 0)
    return isAnnounced ? { found, why: 'Its only calls were announced with expect.' } : { found, clear: sumOf(own, ({ calls }) => calls) }
  },
}

/** A list that replaces the call of one item has no filter by id. So the client has to look through its pages. */
const describeLost = (name: string | undefined) =>
  name === undefined ? '' : ` It has no parameter ${name}: follow the pages until the item is there.`

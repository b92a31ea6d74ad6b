// Finds calls of deprecated operations. They still work. The advice says until when.

import type { Tally } from '../programs.ts'
import type { Facts, Mistake, Rule } from './rule.ts'

export const noDeprecatedCalls: Rule = {
  name: 'no-deprecated-calls',
  level: 'advice',
  since: '2026-11',
  ground: 'deprecated: true in the contract; RFC 9745',
  asks: 'Replace calls of deprecated operations.',
  shows: 'the client calls no deprecated operation',
  exercise: 'Call an operation of the contract.',
  countsOnly: true,
  judge({ tallies, operations }) {
    const own = tallies.filter(({ operation }) => operation !== undefined)
    const deprecated = own.filter(({ operation }) => operations.get(operation ?? '')?.deprecation !== undefined)
    const found = deprecated.filter(({ calls, announced }) => calls > announced).map((tally) => describe(tally, operations))
    const isAnnounced = deprecated.some(({ announced }) => announced > 0)
    const clear = own.reduce((sum, { calls }) => sum + calls, 0)
    return isAnnounced ? { found, why: 'Its only calls were announced with expect.' } : { found, clear }
  },
}

function describe({ operation = '', samples, calls, announced }: Tally, operations: Facts['operations']): Mistake {
  const { sunset, successor } = operations.get(operation)?.deprecation ?? {}
  const until = sunset === undefined ? '' : `, and will be removed on ${new Date(sunset).toISOString().slice(0, 10)}`
  return {
    confidence: 'certain',
    sign: 'the contract marks the operation as deprecated',
    dismissedBy: 'a test of the operation as long as it works: nothing to do',
    expected: successor ?? 'another operation',
    observed: operation,
    message: `${operation} is deprecated${until}.`,
    advice: successor === undefined ? 'Use another operation.' : `Use ${successor} instead.`,
    evidence: samples.map((sample) => [sample]),
    count: calls - announced,
    kind: operation,
  }
}

// A client should use its connections again. A new connection costs a round trip, and two or three with TLS. A command that starts
// anew for each call cannot do this. So only calls that come immediately after the call before count.

import type { Program } from '../programs.ts'
import type { Mistake, Rule } from './rule.ts'

const MIN_CALLS = 20
const SHARE = 0.9
/** Commands that people start for each call. */
const ONE_SHOT = new Set(['curl', 'wget', 'httpie', 'xh'])

export const reusesConnections: Rule = {
  name: 'reuses-connections',
  level: 'advice',
  since: '2026-11',
  ground: 'RFC 9112 §9.3: persistence',
  asks: 'Keep connections open, and use them again.',
  shows: 'the client uses its connections again',
  exercise: `Send ${MIN_CALLS} calls one directly after the other.`,
  countsOnly: true,
  judge({ tallies }) {
    const programs = [...new Set(tallies.map(({ program }) => program))]
    const judged = programs.filter(
      ({ sequence, product, isMixed }) => sequence.calls >= MIN_CALLS && !isMixed && !ONE_SHOT.has(product.toLowerCase()),
    )
    const found = judged
      .filter(isWasteful)
      .map((program) => describe(program, tallies.find((tally) => tally.program === program)?.samples ?? []))
    return { found, isShown: judged.length > found.length }
  },
}

const isWasteful = ({ sequence: { calls, opened } }: Program) => opened >= SHARE * calls

const describe = (
  { sequence: { calls, opened }, userAgent = '' }: Program,
  samples: readonly Mistake['evidence'][number][0][],
): Mistake => ({
  confidence: 'certain',
  sign: 'the calls came within 5 ms after the call before, which no new process can do',
  dismissedBy: 'each call is a program of its own: nothing to do',
  expected: 'calls over an open connection',
  observed: `${opened} of ${calls} on a new one`,
  message: `Of ${calls} calls one after the other, ${opened} came on a new connection.`,
  advice: 'Use one client, or one session, for all calls: it keeps connections open.',
  evidence: samples.map((sample) => [sample]),
  count: opened,
  kind: userAgent,
})

// A client should use its connections again. A new connection costs a round trip, and two or three with TLS. A command that starts
// anew for each call cannot do this. So only calls that come immediately after the call before count.

import { certain, type Rule, samplesOf } from './rule.ts'

const ENOUGH = 20
const SHARE = 0.9
/** Commands that people start for each call. */
const ONE_SHOT = new Set(['curl', 'wget', 'httpie', 'xh'])

export const reusesConnections: Rule = {
  name: 'reuses-connections',
  level: 'advice',
  ground: 'RFC 9112 §9.3: persistence',
  asks: 'Use one client, or one session, for all calls: it keeps connections open.',
  exercise: `Send ${ENOUGH} calls one directly after the other.`,
  countsOnly: true,
  judge({ tallies }) {
    const judged = [...Map.groupBy(tallies, ({ program }) => program)].filter(
      ([{ direct, product, isMixed }]) => direct >= ENOUGH && !isMixed && !ONE_SHOT.has(product.toLowerCase()),
    )
    const wasteful = judged.filter(([{ opened, direct }]) => opened >= SHARE * direct)
    const found = wasteful.map(([{ opened, direct, userAgent = '' }, own]) => ({
      by: certain(
        'the calls came within 5 ms after the call before, which no new process can do',
        'each call is a program of its own: nothing to do',
      ),
      expected: 'calls over an open connection',
      observed: `opened a new connection for ${opened} of ${direct} calls that came one directly after the other`,
      evidence: samplesOf(own).slice(0, 3),
      count: opened,
      kind: userAgent,
    }))
    return { found, isShown: judged.length > 0 }
  },
}

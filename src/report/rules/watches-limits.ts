// When X-RateLimit-Remaining is 0, the next call gets a 429. A client should stop before that.

import { type Fact, isMovedClock } from '../fact.ts'
import { certain, type Rule } from './rule.ts'

/** A call that comes later than this was sent after the client had read the reply. In milliseconds. */
const READ_MS = 250
const WINDOWS = 2

export const watchesLimits: Rule = {
  name: 'watches-limits',
  level: 'advice',
  ground: 'the assumption limit-shown; rate limit headers of the service',
  restsOn: ['limit-shown'],
  asks: 'Read X-RateLimit-Remaining. When it is 0, wait until X-RateLimit-Reset.',
  exercise: 'Set the limits of the plan to {"minute":{"limit":5,"seconds":2}}, and call on until two of these windows are used up.',
  judge({ facts }) {
    const ends = [...Map.groupBy(facts, ({ world, key, program }) => `${world}\n${key}\n${program.product}`).values()].flatMap(findEnds)
    const ran = ends.filter(({ next }) => next.verdict === 'refused' && !next.isExpected)
    // A client that waited came back in a later window, and the test did not move the clock for it.
    const waited = ends.filter(({ last, next }) => next.verdict === 'served' && next.window !== last.usedUp && !isMovedClock(last, next))
    const windows = new Set(ran.map(({ last }) => `${last.world} ${last.usedUp}`)).size
    if (windows < WINDOWS) return { found: [], isShown: ran.length === 0 && waited.length >= WINDOWS }
    const found = ran.map(({ last, next }) => ({
      by: certain('the same key and program, in two windows', 'tests use up the limit on purpose: announce their 429 with expect=429'),
      expected: 'no call before X-RateLimit-Reset',
      observed: 'sent a call after a reply had shown that no request was left, and got a 429',
      evidence: [
        [last, '0 left'],
        [next, 'refused'],
      ] as const,
    }))
    return { found }
  },
}

interface End {
  /** The call whose reply showed that no request is left. */
  readonly last: Fact
  /** The next call of the same program. */
  readonly next: Fact
}

function findEnds(calls: readonly Fact[]): End[] {
  return calls.flatMap((last, index) => {
    const next = calls[index + 1]
    if (last.usedUp === undefined || next === undefined || next.episode !== last.episode) return []
    return next.arrived.monotonic - last.closed.monotonic < READ_MS ? [] : [{ last, next }]
  })
}

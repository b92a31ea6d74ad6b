// When X-RateLimit-Remaining is 0, the next call gets a 429. A client should stop before that.

import type { Fact } from '../fact.ts'
import type { Mistake, Rule } from './rule.ts'

/** A call that comes later than this was sent after the client had read the reply. In milliseconds. */
const READ_MS = 250
const WINDOWS = 2

export const watchesLimits: Rule = {
  name: 'watches-limits',
  level: 'advice',
  since: '2026-11',
  ground: 'the assumption limit-shown; rate limit headers of the service',
  restsOn: ['limit-shown'],
  asks: 'Stop when X-RateLimit-Remaining is 0, until X-RateLimit-Reset.',
  shows: 'the client stops when no request is left',
  exercise: 'Set short windows, and call on until two of them are used up: limits.set("free", { minute: { limit: 5, seconds: 2 } }).',
  judge({ facts }) {
    const ends = [...Map.groupBy(facts, ({ world, key, program }) => `${world}\n${key}\n${program.product}`).values()].flatMap(findEnds)
    const ran = ends.filter(({ next }) => next.verdict === 'refused' && !next.isExpected)
    // A client that waited came back in a later window, and the test did not move the clock for it.
    const waited = ends.filter(({ last, next }) => next.verdict === 'served' && next.window !== last.usedUp && isRealWait(last, next))
    if (new Set(ran.map(({ last }) => `${last.world} ${last.usedUp}`)).size >= WINDOWS) return { found: ran.map(describe) }
    return { found: [], isShown: ran.length === 0 && waited.length >= WINDOWS }
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

const isRealWait = ({ closed }: Fact, { arrived }: Fact) =>
  Math.abs(arrived.world - closed.world - (arrived.monotonic - closed.monotonic)) < 1000

const describe = ({ last, next }: End): Mistake => ({
  confidence: 'certain',
  sign: 'the same key and program, in two windows',
  dismissedBy: 'tests use up the limit on purpose: announce their 429 with expect=429',
  expected: 'no call before X-RateLimit-Reset',
  observed: 'a call that got 429',
  message: 'A reply showed that no request was left, but the client sent another call and got a 429.',
  advice: 'Read X-RateLimit-Remaining. When it is 0, wait until X-RateLimit-Reset.',
  evidence: [
    [last, '0 left'],
    [next, 'refused'],
  ],
})

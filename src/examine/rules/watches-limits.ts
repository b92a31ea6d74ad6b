// When X-RateLimit-Remaining is 0, the next call gets a 429. A client should stop before that.

import { productOf } from '../../record/caller.ts'
import { evidenceOf, type Fact, isLast } from '../record/fact.ts'
import { isMovedClock, pairsOf } from '../record/series.ts'
import type { Rule } from './rule.ts'

/** A call that comes later than this was sent after the client had read the reply. In milliseconds. */
const READ_MS = 250
const WINDOWS = 2

export const watchesLimits: Rule = {
  name: 'watches-limits',
  ground: 'the assumption limit-shown; rate limit headers of the service',
  asks: 'Read X-RateLimit-Remaining. When it is 0, wait until X-RateLimit-Reset.',
  looksLike: 'a client that runs into the limit',
  unless: 'tests use up the limit on purpose, or are calls of their own',
  exercise: 'Set the limits of the plan to {"minute":{"limit":5,"seconds":2}}, and call on until two of these windows are used up.',
  watch({ facts }) {
    const programs = Map.groupBy(facts, ({ world, key, program }) => `${world}\n${key}\n${productOf(program.userAgent)}`)
    const ends = [...programs.values()].flatMap(pairsOf).filter(isEnd)
    const ran = ends.filter(({ to }) => to.count.verdict === 'refused' && !to.isExpected)
    // A client that waited came back in a later window, and the test did not move the clock for it.
    const waited = ends.filter(
      ({ from, to }) => to.count.verdict === 'served' && windowOf(to) !== windowOf(from) && !isMovedClock(from, to),
    )
    const windows = new Set(ran.map(({ from }) => windowOf(from))).size
    if (windows < WINDOWS) return { found: [], clear: ran.length === 0 && waited.length >= WINDOWS ? waited.length : 0 }
    const found = ran.map(({ from, to }) => ({
      expected: 'no call before X-RateLimit-Reset',
      observed: `a reply showed that no request was left, and a later call got a 429, in ${windows} windows`,
      evidence: [evidenceOf(from, '0 left'), evidenceOf(to, 'refused')],
    }))
    return { found }
  },
}

const windowOf = ({ world, count }: Fact) => `${world} ${count.window} ${count.reset}`

/** The first call used the last request of a window, its reply showed this, and the client had read it before the second call. */
const isEnd = ({ from, to }: { readonly from: Fact; readonly to: Fact }) =>
  isLast(from) && to.episode === from.episode && to.arrived.monotonic - from.closed.monotonic >= READ_MS

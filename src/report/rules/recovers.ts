// Finds calls with a temporary failure that the client never tried again, although it was seen later. One rule is for 429 and 503,
// which say that the service will be back. The other rule is for other errors of a GET, because a GET may be sent again at any time.

import { type Fact, isPassing } from '../fact.ts'
import type { Series } from '../series.ts'
import type { Mistake, Rule } from './rule.ts'

const ENOUGH = 3
/** A client counts as still running if a call with its key came this long after the asked wait. In milliseconds. */
const SEEN_MS = 5000

export const recovers: Rule = {
  name: 'recovers',
  level: 'advice',
  since: '2026-11',
  ground: 'the service, errors, rule 2: the client backs off and retries',
  asks: 'Try a call again that failed with 429 or 503.',
  shows: 'calls succeed after a 429 or 503 that passes',
  exercise: 'Play throttled-then-ok.',
  judge: ({ series }) => judgeSeries(series, ({ failure }) => failure === 'limited' || failure === 'unavailable', '429 or 503'),
}

export const retriesSafeCalls: Rule = {
  name: 'retries-safe-calls',
  level: 'advice',
  since: '2026-11',
  ground: 'RFC 9110 §9.2.2: safe methods may be retried',
  asks: 'Try a GET again that failed with a 5xx, or whose connection broke.',
  shows: 'a GET succeeds after an error that passes',
  exercise: 'Play flaky or reset on a GET.',
  judge: ({ series }) =>
    judgeSeries(
      series,
      ({ failure, method }) => method === 'GET' && (failure === 'server' || failure === 'fault'),
      'a 5xx or a broken connection',
    ),
}

function judgeSeries(all: readonly Series[], isMeant: (fact: Fact) => boolean, what: string) {
  const series = all.filter(({ calls: [first] }) => first !== undefined && isMeant(first) && !first.isExpected && mayPass(first))
  const left = series.filter(({ calls }) => calls.length === 1 && wasSeenLater(calls[0] as Fact))
  const isTried = series.some(({ calls }) => calls.length > 1)
  // Only real time shows that the client waited: a test may have moved the clock and called again.
  const isShown = series.some(({ calls }) => calls.at(-1)?.failure === undefined && calls.length > 1 && !isMovedClock(calls))
  if (isTried || left.length < ENOUGH) return { found: [], isShown }
  return { found: left.map(({ calls }) => describe(calls[0] as Fact, what)) }
}

/** A temporary failure: the real rate limit, or a scenario that later calls can pass. */
const mayPass = (fact: Fact) => isPassing(fact) && (fact.verdict === 'refused' || (fact.passes !== undefined && fact.passes !== 'never'))

const wasSeenLater = ({ program, closed, asked }: Fact) => program.lastSeen > closed.monotonic + (asked?.seconds ?? 0) * 1000 + SEEN_MS

/** A second more passed on the clock of the world than in real time between two calls. */
const isMovedClock = (calls: readonly Fact[]) =>
  calls.some(({ arrived }, index) => {
    const before = calls[index - 1]?.closed ?? arrived
    return arrived.world - before.world - (arrived.monotonic - before.monotonic) > 1000
  })

const describe = (fact: Fact, what: string): Mistake => ({
  confidence: 'certain',
  sign: 'the key was seen later, and no such call came again',
  dismissedBy: 'tests want the error itself: announce it with expect',
  expected: 'a second try',
  observed: `none after ${fact.status || 'no reply'}`,
  message: `No call was tried again after ${what}.`,
  advice: `Try such a call again${fact.asked === undefined ? ', with a wait that grows' : ' when Retry-After is over'}.`,
  evidence: [[fact, String(fact.status || 'no reply')]],
})

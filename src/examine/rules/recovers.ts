// Finds calls with a temporary failure that the client never tried again, although it was seen later. One rule is for 429 and 503,
// which say that the service will be back. The other rule is for other errors of a GET, because a GET may be sent again at any time.

import { type Fact, isMovedClock, isPassing } from '../record/fact.ts'
import { pairsOf } from '../record/signs.ts'
import { certain, type Facts, type Rule, type Verdict } from './rule.ts'

const ENOUGH = 3
/** A client counts as still running if a call with its key came this long after the asked wait. In milliseconds. */
const SEEN_MS = 5000

export const recovers: Rule = {
  name: 'recovers',
  level: 'advice',
  ground: 'the service, errors, rule 2: the client backs off and retries',
  asks: 'Try a call again that failed with 429 or 503, when Retry-After is over.',
  exercise: 'Play throttled-then-ok.',
  judge: (facts) => judgeSeries(facts, 'throttled-then-ok', ({ failure }) => failure === 'limited' || failure === 'unavailable'),
}

export const retriesSafeCalls: Rule = {
  name: 'retries-safe-calls',
  level: 'advice',
  ground: 'RFC 9110 §9.2.2: safe methods may be retried',
  asks: 'Try a GET again that failed with a 5xx, or whose connection broke, with a wait that grows.',
  exercise: 'Play flaky on a GET: its failure passes, so a later try succeeds.',
  judge: (facts) => judgeSeries(facts, 'flaky', ({ failure, method }) => method === 'GET' && (failure === 'server' || failure === 'fault')),
}

/** `passing` is the scenario whose failure passes. */
function judgeSeries(facts: Facts, passing: string, isMeant: (fact: Fact) => boolean): Verdict {
  const all = facts.series.map(({ calls }) => calls as readonly [Fact, ...Fact[]])
  const meant = all.filter(([first]) => isMeant(first) && !first.isExpected)
  const series = meant.filter(([first]) => mayPass(first))
  const tried = series.filter(({ length }) => length > 1)
  const left = series.filter((calls) => calls.length === 1 && wasSeenLater(calls[0]))
  // Only real time shows that the client waited: a test may have moved the clock and called again.
  const isShown = tried.some(
    (tries) => tries.at(-1)?.failure === undefined && !pairsOf({ tries }).some(({ from, to }) => isMovedClock(from, to)),
  )
  const found = tried.length > 0 || left.length < ENOUGH ? [] : left
  const isInVain = meant.some((calls) => calls.length > 1 && calls.at(-1)?.failure !== undefined)
  const why = isInVain ? `A call was tried again, but its failure did not pass: play ${passing}, so that a later try succeeds.` : undefined
  return { found: found.map(([fact]) => describe(fact)), isShown, why }
}

/** A temporary failure: the real rate limit, or a scenario that later calls can pass. */
function mayPass(fact: Fact): boolean {
  const { passes = 'never' } = fact.appliedSteps.find(({ acted }) => acted) ?? fact.appliedSteps[0] ?? {}
  return isPassing(fact) && (fact.count.verdict === 'refused' || passes !== 'never')
}

const wasSeenLater = ({ program, closed, asked }: Fact) => program.lastSeen > closed.monotonic + (asked?.seconds ?? 0) * 1000 + SEEN_MS

const describe = (fact: Fact) => ({
  by: certain('the key was seen later, and no such call came again', 'tests want the error itself: announce it with expect'),
  expected: 'a second try',
  observed: `did not try a call again after ${fact.status || 'no reply'}`,
  evidence: [[fact, String(fact.status || 'no reply')] as const],
})

// Finds calls with a temporary failure that nobody sent again, although the program went on. One rule is for 429 and 503, which say
// that the service will be back. The other rule is for other errors of a GET, because a GET may be sent again at any time.

import { evidenceOf, type Fact, isPassing } from '../record/fact.ts'
import type { Facts, Rule, Watched } from './rule.ts'

const ENOUGH = 3
/** A program counts as still running if a call of it came this long after the asked wait. In milliseconds. */
const SEEN_MS = 5000

const LEFT_ALONE = {
  looksLike: 'calls that are not tried again',
  unless: 'tests want the error itself: announce it with expect',
}

export const recovers: Rule = {
  name: 'recovers',
  ground: 'the service, errors, rule 2: the client backs off and retries',
  asks: 'Try a call again that failed with 429 or 503, when Retry-After is over.',
  ...LEFT_ALONE,
  proof: { faults: 'rate-limited,unavailable' },
  watch: (facts) => watchSeries(facts, ({ failure }) => failure === 'limited' || failure === 'unavailable'),
}

export const retriesSafeCalls: Rule = {
  name: 'retries-safe-calls',
  ground: 'RFC 9110 §9.2.2: safe methods may be retried',
  asks: 'Try a GET again that failed with a 5xx, or whose connection broke, with a wait that grows.',
  ...LEFT_ALONE,
  proof: { faults: 'server-error,reset' },
  watch: (facts) => watchSeries(facts, ({ failure, method }) => method === 'GET' && (failure === 'server' || failure === 'fault')),
}

function watchSeries({ series, haveEnded }: Facts, isMeant: (fact: Fact) => boolean): Watched {
  const meant = series.filter(([first]) => isMeant(first) && !first.isExpected && mayPass(first))
  const tried = meant.filter(({ length }) => length > 1)
  const left = meant.flatMap(([first, ...more]) => (more.length === 0 && (haveEnded || wasSeenLater(first)) ? [first] : []))
  if (tried.length > 0 || left.length < ENOUGH) return { found: [], clear: tried.length }
  const observed = `${left.length} calls failed; within a minute, no equal call followed in the same state of the world`
  return { found: left.map((fact) => ({ expected: 'a second try', observed, evidence: [evidenceOf(fact)] })) }
}

/** A temporary failure: the real rate limit, or a scenario that later calls can pass. */
function mayPass(fact: Fact): boolean {
  const { passes = 'never' } = fact.appliedSteps.find(({ acted }) => acted) ?? fact.appliedSteps[0] ?? {}
  return isPassing(fact) && (fact.count.verdict === 'refused' || passes !== 'never')
}

const wasSeenLater = ({ program, closed, asked }: Fact) => program.lastSeen > closed.monotonic + (asked?.seconds ?? 0) * 1000 + SEEN_MS

// A client has to wait between its tries, longer each time. Tries without any wait make an overload worse.

import { showMs } from '../../text/numbers.ts'
import type { Fact } from '../record/fact.ts'
import { gapBetween, isAnnounced, pairsOf, type Run } from '../record/signs.ts'
import { likely, type Mistake, type Rule } from './rule.ts'
import { shownBy } from './shown-by.ts'

/** In milliseconds. The waits of textbook back-offs are longer. */
const SHORT_MS = 20
/** A client that does not wait at all needs less. In milliseconds. */
const AT_ONCE_MS = 8
/** A busy machine holds up some of the tries. So gaps without any wait count wherever they are, and a longer gap between them excuses nobody. */
const CERTAIN_GAPS = 6
const LIKELY_GAPS = 3
const STEADY = { gaps: 9, spread: 1.2, slack: 4 }

export const backsOff: Rule = {
  name: 'backs-off',
  level: 'fail',
  ground: 'the service, limits: clients are expected to use exponential backoff',
  asks: 'Double the wait from try to try, from 0.1 s or more, and vary it by chance.',
  exercise: 'Play flaky;failures=6 or server-error in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs, haveEnded }) {
    const tried = runs.filter((run) => gapsOf(run).length > 0)
    const why = 'No call was tried four times with growing waits: play flaky;failures=6.'
    return { found: tried.flatMap(findHurry), ...shownBy(tried, haveEnded, (run) => grows(gapsOf(run)), why) }
  },
}

/** The gaps that the client chose itself. A reply that says when to come back leaves no choice, even if it says "at once". */
const gapsOf = (run: Run) => pairsOf(run).flatMap(({ from, to }) => (from.asked === undefined ? [gapBetween(from, to)] : []))

function findHurry(run: Run): Mistake | [] {
  const gaps = gapsOf(run)
  const isAlwaysShort = gaps.length >= CERTAIN_GAPS && countUnder(SHORT_MS, gaps) === gaps.length && !isLonger(gaps)
  const isCertain = run.confidence === 'certain' && (isAlwaysShort || countUnder(AT_ONCE_MS, gaps) >= CERTAIN_GAPS)
  const isHurry = isCertain || countUnder(SHORT_MS, gaps) >= LIKELY_GAPS
  const isSteady = gaps.length >= STEADY.gaps && Math.max(...gaps) < STEADY.spread * Math.min(...gaps) + STEADY.slack
  if ((!isHurry && !isSteady) || (!isCertain && isAnnounced(run))) return []
  return {
    by: isCertain ? run : likely(run.sign, run.dismissedBy),
    expected: isHurry ? '0.1 s or more before the second try, and longer before each further one' : 'waits that grow and vary',
    observed: `sent the same failing call ${gaps.length + 1} times, ${showMs(Math.min(...gaps))} to ${showMs(Math.max(...gaps))} apart`,
    looksLike: isHurry ? 'retries without waiting' : 'retries with a fixed wait',
    evidence: [
      [run.tries[0] as Fact, 'at first'],
      ...pairsOf(run).map(({ from, to }) => [to, `${showMs(gapBetween(from, to))} later`] as const),
    ],
    kind: isHurry ? 'hurry' : 'steady',
  }
}

const countUnder = (ms: number, gaps: readonly number[]) => gaps.filter((gap) => gap < ms).length

/** Three gaps or more, each of the later ones longer than the first ones. */
const grows = (gaps: readonly number[]) =>
  gaps.length >= 3 && Math.min(...halves(gaps).later) >= Math.max(50, GROWTH * median(halves(gaps).first))

/** The later gaps are longer, so the client may be backing off. */
const isLonger = (gaps: readonly number[]) => median(halves(gaps).later) >= GROWTH * median(halves(gaps).first)

const GROWTH = 1.5

function halves(gaps: readonly number[]) {
  const half = Math.floor(gaps.length / 2)
  return { first: gaps.slice(0, half), later: gaps.slice(half) }
}

const median = (gaps: readonly number[]) => gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0

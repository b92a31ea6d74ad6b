// A client has to wait between its tries, longer each time. Tries without any wait make an overload worse.

import type { Fact } from '../fact.ts'
import { gapBetween, pairsOf, type Run } from '../signs.ts'
import { showMs } from '../waits.ts'
import type { Mistake, Rule } from './rule.ts'

/** In milliseconds. The shortest wait of any textbook back-off is longer. */
const AT_ONCE_MS = 20
/** A busy machine may hold up some of the tries. This many gaps must still be short, half of them very short, and none longer than `longest`. */
const BUSY = { short: 4, median: 8, longest: 250 }
const CERTAIN_GAPS = 6
const LIKELY_GAPS = 3
const STEADY = { gaps: 9, spread: 1.2, slack: 4 }

export const backsOff: Rule = {
  name: 'backs-off',
  level: 'fail',
  since: '2026-11',
  ground: 'the service, limits: clients are expected to use exponential backoff',
  asks: 'Wait longer before each new try, and vary the wait.',
  shows: 'the client waits longer from try to try',
  exercise: 'Play flaky;failures=6 or server-error in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs }) {
    const judged = runs.map((run) => ({ run, gaps: gapsOf(run) })).filter(({ gaps }) => gaps.length > 0)
    const found = judged.flatMap(({ run, gaps }) => findHurry(run, gaps) ?? [])
    const certain = judged.filter(({ run }) => run.confidence === 'certain')
    const isShown = found.length === 0 && certain.some(({ run, gaps }) => !run.tries.some(({ isExpected }) => isExpected) && grows(gaps))
    return {
      found,
      isShown,
      ...(judged.length > 0 && {
        why: 'A call came again, but its waits did not grow over three tries, or nothing shows that these were retries.',
      }),
    }
  },
}

/** The gaps that the client chose itself. A reply that says when to come back leaves no choice, even if it says "at once". */
const gapsOf = (run: Run) => pairsOf(run).flatMap(({ from, to }) => (from.asked === undefined ? [gapBetween(from, to)] : []))

function findHurry(run: Run, gaps: readonly number[]): Mistake | undefined {
  const isCertain = run.confidence === 'certain' && gaps.length >= CERTAIN_GAPS && isAtOnce(gaps)
  const isHurry = isCertain || longestShortStretch(gaps) >= LIKELY_GAPS
  const isSteady = gaps.length >= STEADY.gaps && Math.max(...gaps) < STEADY.spread * Math.min(...gaps) + STEADY.slack
  if (!isHurry && !isSteady) return undefined
  if (!isCertain && run.tries.some(({ isExpected }) => isExpected)) return undefined
  const apart = `${showMs(Math.min(...gaps))} to ${showMs(Math.max(...gaps))} apart`
  return {
    confidence: isCertain ? 'certain' : 'likely',
    sign: run.sign,
    dismissedBy: run.unless,
    expected: isHurry ? '0.1 s or more before the second try, and longer before each further one' : 'waits that grow and vary',
    observed: `${gaps.length + 1} equal calls, ${apart}`,
    message: isCertain
      ? `The client sent the same failing call ${gaps.length + 1} times, ${apart}.`
      : `Looks like ${isHurry ? 'retries without waiting' : 'retries with a fixed wait'}: ${gaps.length + 1} equal calls after failures, ${apart}.`,
    advice: 'Double the wait from try to try, from 0.1 s or more, and vary it by chance.',
    evidence: run.tries.map((fact, index) => [
      fact,
      index === 0 ? 'at first' : `${showMs(gapBetween(run.tries[index - 1] as Fact, fact))} later`,
    ]),
    kind: isHurry ? 'hurry' : 'steady',
  }
}

function isAtOnce(gaps: readonly number[]): boolean {
  const sorted = gaps.toSorted((one, other) => one - other)
  const isShort = (sorted[BUSY.short - 1] ?? AT_ONCE_MS) < AT_ONCE_MS && median(gaps) < BUSY.median && (sorted.at(-1) ?? 0) < BUSY.longest
  const half = Math.floor(gaps.length / 2)
  return isShort && median(gaps.slice(-half)) < 2 * median(gaps.slice(0, half)) + AT_ONCE_MS / 4
}

function longestShortStretch(gaps: readonly number[]): number {
  let longest = 0
  let length = 0
  for (const gap of gaps) {
    length = gap < AT_ONCE_MS ? length + 1 : 0
    longest = Math.max(longest, length)
  }
  return longest
}

/** Three gaps or more, each of the later ones longer than the first ones. */
function grows(gaps: readonly number[]): boolean {
  const half = Math.floor(gaps.length / 2)
  return gaps.length >= 3 && Math.min(...gaps.slice(half)) >= Math.max(50, 1.5 * median(gaps.slice(0, half)))
}

const median = (gaps: readonly number[]) => gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0

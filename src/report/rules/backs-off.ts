// A client has to wait longer before each new try, and to vary the wait. The numbers below come from a simulation of textbook
// back-offs (`npm run judge`). Run the simulation after a change of a number.

import { showMs } from '../asked-waits.ts'
import { median, ownGapsOf } from '../gaps.ts'
import type { Level } from '../report.ts'
import { type JudgedSeries, type Run, rowsOf } from '../runs.ts'
import { addFinding, createTally, mergeTallies, subjectOfSeries, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

/** With a sign, a client fails with at least this many gaps that are all shorter than `longest` and do not grow. In milliseconds. */
const AT_ONCE = { gaps: 5, longest: 20, growth: 2, slack: 5 }
/** The same bounds for gaps without the two longest, which may come from a busy machine. */
const BUSY = { ...AT_ONCE, longest: 12 }
/** The same for a very busy machine: most gaps are very short. */
const MOSTLY = { gaps: 8, median: 5, longest: 100 }
/** Without a sign: gaps that are shorter than those of any textbook back-off. */
const HAMMERING = { longest: 10 }
/** Without a sign: many short gaps of about the same length. */
const STEADY = { gaps: 8, longest: 70, spread: 1.3, slack: 4 }
/** Longer gaps of the same length. This is only advice: with such waits all clients come back at the same time. */
const CONSTANT = { gaps: 8, shortest: 70, spread: 1.2 }

export const backsOff: Rule<Tally> = {
  name: 'backs-off',
  level: 'fail',
  asks: 'Wait longer before each new try, and vary the wait.',
  shows: 'the client waits longer from try to try',
  hint: 'No call was tried often enough. Use flaky;failures=6 or server-error, and name the test with Sandbox-Case.',
  create: createTally,
  seeSeries(tally, series) {
    for (const run of series.runs) if (run.tries.length > 1) for (const row of rowsOf(run)) judgeRun(tally, series, row)
  },
  conclude(states) {
    const { kept, unsure, findings } = mergeTallies(states)
    const hint =
      unsure > 0
        ? 'The same call came again, but its waits did not grow, or nothing shows that these were retries. Name each test with Sandbox-Case.'
        : undefined
    return { isExercised: kept > 0, findings: [...findings.values()], hint }
  },
}

function judgeRun(tally: Tally, series: JudgedSeries, run: Run): void {
  const gaps = ownGapsOf(run)
  const level = levelOf(gaps, run.sign !== undefined)
  if (level === undefined) {
    if (backsAway(gaps, run)) tally.kept += 1
    else if (gaps.length > 1) tally.unsure += 1
    return
  }
  addFinding(tally, {
    ...subjectOfSeries(series),
    level,
    message: `The client sent the same failing call ${gaps.length + 1} times, ${showMs(Math.min(...gaps))} to ${showMs(Math.max(...gaps))} apart.`,
    advice:
      level === 'fail'
        ? 'Double the wait from try to try, from 0.1 s or more, and vary it by chance.'
        : 'Let the wait grow, and vary it by chance. Clients with a fixed wait all come back at the same time.',
    requests: run.tries.map(({ id }) => id),
  })
}

export function levelOf(gaps: readonly number[], hasSign: boolean): Level | undefined {
  if (hasSign && (isAtOnce(gaps, AT_ONCE) || isAtOnce(trim(gaps, 2), BUSY) || isMostlyAtOnce(gaps))) return 'fail'
  if (isSteady(gaps) || isSteady(trim(gaps, 1))) return 'fail'
  const shortest = Math.min(...gaps)
  const isConstant = gaps.length >= CONSTANT.gaps && shortest >= CONSTANT.shortest && Math.max(...gaps) < CONSTANT.spread * shortest
  return isConstant ? 'advice' : undefined
}

/** Removes the longest gaps. They may be long because the machine was busy. */
function trim(gaps: readonly number[], count: number): readonly number[] {
  const longest = new Set([...gaps.keys()].sort((one, other) => (gaps[other] ?? 0) - (gaps[one] ?? 0)).slice(0, count))
  return gaps.filter((_gap, index) => !longest.has(index))
}

const isAtOnce = (gaps: readonly number[], { gaps: needed, longest, growth, slack }: typeof AT_ONCE) =>
  gaps.length >= needed && Math.max(...gaps) < longest && median(gaps.slice(-3)) < growth * median(gaps.slice(0, 3)) + slack

const isMostlyAtOnce = (gaps: readonly number[]) =>
  gaps.length >= MOSTLY.gaps && median(gaps) < MOSTLY.median && Math.max(...gaps) < MOSTLY.longest

function isSteady(gaps: readonly number[]): boolean {
  if (gaps.length < STEADY.gaps) return false
  const longest = Math.max(...gaps)
  return longest < HAMMERING.longest || (longest < STEADY.longest && longest < STEADY.spread * Math.min(...gaps) + STEADY.slack)
}

/** Many gaps with at least this median are a back-off, if no bound above applies. In milliseconds. */
const LONG = 70
/** Gaps grow when all gaps of the second half are at least `factor` times the median of the first half, and at least `shortest`. */
const GROWS = { factor: 1.5, shortest: 50 }
/** Two gaps below these bounds show no back-off. A busy machine may explain them. */
const TWO = { first: 20, second: 250 }

/** True when the gaps show a back-off: they grow, or they are long and many. */
function backsAway(gaps: readonly number[], { sign }: Run): boolean {
  if (gaps.length >= (sign === undefined ? STEADY.gaps : AT_ONCE.gaps) && median(gaps) >= LONG) return true
  const [first = 0, second = 0] = gaps
  if (gaps.length < 2 || (gaps.length === 2 && first < TWO.first && second < TWO.second)) return false
  const half = Math.floor(gaps.length / 2)
  return Math.min(...gaps.slice(half)) >= Math.max(GROWS.shortest, GROWS.factor * median(gaps.slice(0, half)))
}

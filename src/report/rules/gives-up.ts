// A client has to stop after some tries: more tries do not help a service that is down.

import { elapsed } from '../facts.ts'
import { callsOf, type JudgedSeries, type Run } from '../runs.ts'
import type { Try } from '../series.ts'
import { addFinding, createTally, mergeTallies, subjectOfSeries, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

/** A client fails with more tries than this within a minute. */
const MAX_TRIES = 20
const WITHIN_MS = 60_000

export const givesUp: Rule<Tally> = {
  name: 'gives-up',
  level: 'fail',
  asks: 'Stop after some tries.',
  shows: 'the client stops trying after a while',
  hint: 'No call failed for good. Use server-error or unavailable.',
  create: createTally,
  seeSeries(tally, series) {
    for (const run of series.runs.flatMap(callsOf)) judgeRun(tally, series, run)
  },
  conclude(states) {
    const { kept, findings } = mergeTallies(states)
    return { isExercised: kept > 0, findings: [...findings.values()] }
  },
}

function judgeRun(tally: Tally, series: JudgedSeries, { tries, gapAt, leftOut, sign }: Run): void {
  // A 404 does not count, because a client may poll for an item that does not exist yet.
  const failing = tries.filter(({ failure, status }) => failure !== undefined && (failure !== 'refused' || LASTING_REFUSALS.has(status)))
  if (failing.length === 0) return
  const limit = MAX_TRIES * (sign === undefined ? countTogether(failing) : 1)
  if (!isTooMany({ tries: failing, gapAt, leftOut }, limit)) {
    if (tries.at(-1)?.failure !== undefined) tally.kept += 1
    return
  }
  addFinding(tally, {
    ...subjectOfSeries(series),
    level: 'fail',
    message: `The client sent the same failing call ${failing.length + leftOut} times, more than ${MAX_TRIES} of them within a minute.`,
    advice: 'Give up after five tries or so, and tell the caller.',
    requests: failing.map(({ id }) => id),
  })
}

/** Refusals that are the same each time. */
const LASTING_REFUSALS = new Set([400, 401, 403, 422])

/** Equal calls within this time may be parallel calls, if each has a connection of its own. */
const TOGETHER_MS = 50

/** The number of parallel calls at the beginning of the tries. Fewer than three count as one call and its retries. */
function countTogether(tries: readonly Try[]): number {
  const [first] = tries
  const start = tries.filter(({ arrived }) => first && elapsed(first.arrived, arrived) < TOGETHER_MS)
  const connections = new Set(start.map(({ connection }) => connection)).size
  return connections >= 3 && connections === start.length ? connections : 1
}

function isTooMany({ tries, gapAt, leftOut }: Pick<Run, 'tries' | 'gapAt' | 'leftOut'>, limit: number): boolean {
  if (isOverIn(tries.slice(0, gapAt), limit) || (gapAt !== undefined && isOverIn(tries.slice(gapAt), limit))) return true
  const [first, last] = [tries[0], tries.at(-1)]
  return first !== undefined && last !== undefined && tries.length + leftOut > limit && elapsed(first.arrived, last.arrived) <= WITHIN_MS
}

/** True when more tries than the limit came within a minute. */
const isOverIn = (tries: readonly Try[], limit: number) =>
  tries.some((first, index) => {
    const later = tries[index + limit]
    return later !== undefined && elapsed(first.arrived, later.arrived) <= WITHIN_MS
  })

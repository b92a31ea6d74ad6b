// A client must not repeat a refused request: a wrong request or an unknown key gets the same refusal each time.

import { type JudgedSeries, type Run, rowsOf } from '../runs.ts'
import type { Try } from '../series.ts'
import { addFinding, createTally, mergeTallies, subjectOfSeries, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

const REFUSALS = new Set([400, 401])
/** A client fails after this many refused tries of the same call. Without a sign that they are retries, it needs more. */
const TRIES = { signed: 4, unsigned: 10 }

export const givesUpOnRefusals: Rule<Tally> = {
  name: 'gives-up-on-refusals',
  level: 'fail',
  asks: 'Do not send a call again after it was refused with 400 or 401.',
  shows: 'the client does not repeat refused calls',
  hint: 'No call was refused with 400 or 401. Use bad-request or unauthorized.',
  create: createTally,
  seeSeries(tally, series) {
    for (const run of series.runs.flatMap(rowsOf)) judgeRun(tally, series, run)
  },
  conclude(states) {
    const { kept, unsure, findings } = mergeTallies(states)
    const hint =
      unsure > 0 ? `${unsure} calls were refused, but nothing shows that these were retries. Name each test with Sandbox-Case.` : undefined
    return { isExercised: kept > 0, findings: [...findings.values()], hint }
  },
}

function judgeRun(tally: Tally, series: JudgedSeries, run: Run): void {
  const row = longestRow(run)
  if (row.length === 0) return
  const limit = run.sign === undefined ? TRIES.unsigned : TRIES.signed
  if (row.length < limit) {
    // A refusal that was not repeated proves the rule, even without a sign.
    if (row.length === 1 || run.sign !== undefined) tally.kept += 1
    else tally.unsure += row.length + run.leftOut
    return
  }
  addFinding(tally, {
    ...subjectOfSeries(series),
    level: 'fail',
    message: `The client sent the same call ${row.length + run.leftOut} times although it was refused with ${row[0]?.status}.`,
    advice: 'Report a 400 or 401 to the caller. Try again only with another request, or another key.',
    requests: row.map(({ id }) => id),
  })
}

function longestRow({ tries }: Run): readonly Try[] {
  let longest: Try[] = []
  let row: Try[] = []
  for (const one of tries) {
    row = REFUSALS.has(one.status) && (row.length === 0 || row[0]?.status === one.status) ? [...row, one] : []
    if (row.length > longest.length) longest = row
  }
  return longest
}

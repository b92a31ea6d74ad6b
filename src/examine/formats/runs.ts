// What every format, and the console, shows of the runs of a campaign: a table with a row for each call and a column for each fault, a
// legend, and notes.

import type { CampaignFacts, Report, Run } from '../../ground/generated/report.ts'
import { count, listSome } from '../../ground/numbers.ts'
import { describeLeftOut, INTERRUPTED, nameOf, WHOLE_RUN } from '../plan.ts'

export interface Runs {
  /** "Without a fault: passed twice, 0.5 s, 5 calls.   41 runs in 15 s." */
  readonly head: string
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly Row[] }
  /** The faults of the whole run, each with its word, by group. */
  readonly whole: readonly string[]
  readonly legend: readonly string[]
  readonly notes: readonly string[]
}

/** A row of the table: the words of one call. */
export interface Row {
  readonly call: string
  readonly words: readonly string[]
  /** The calls that have the same words: the name of one call, or how many there are. Empty without such a call. */
  readonly others: string
}

/** The word of a run, in capital letters when the run fails. */
export const wordOf = ({ outcome, level, exempted }: Pick<Run, 'outcome' | 'level' | 'exempted'>) =>
  level === 'fail' && exempted === undefined ? outcome.toUpperCase() : outcome

/** Undefined for a report without a campaign. */
export function describeRuns({ campaign, runs }: Report): Runs | undefined {
  if (campaign === undefined) return undefined
  const { reference, seconds, leftOut, unstable, isInterrupted } = campaign
  const ofCalls = runs.filter(({ call }) => call !== WHOLE_RUN)
  const table = tableOf(ofCalls, leftOut)
  const words = [...runs.map(wordOf), ...table.rows.flatMap((row) => row.words)]
  const untried = leftOut.filter(({ reason }) => reason === INTERRUPTED).length
  const ofRun = Map.groupBy(
    runs.filter(({ call }) => call === WHOLE_RUN),
    ({ group }) => group,
  )
  return {
    head: `Without a fault: passed twice, ${reference.seconds.toFixed(1)} s, ${count(reference.calls, 'call')}.   ${count(runs.length, 'run')} in ${seconds.toFixed(0)} s.`,
    table,
    whole: [...ofRun].map(([group, own]) => `${group}  ${own.map((run) => `${run.fault} ${wordOf(run)}`).join(', ')}`),
    legend: Object.entries(LEGEND).flatMap(([word, says]) => (words.some((one) => one.toLowerCase() === word) ? `${word}: ${says}` : [])),
    notes: [
      ...(isInterrupted ? [`The campaign was interrupted: ${count(untried, 'run')} not tried.`] : []),
      ...describeLeftOut(leftOut),
      ...(unstable.length > 0 ? [`only one of the two runs without a fault has ${listSome(unstable, 10)}`] : []),
    ],
  }
}

const LEGEND = {
  ok: 'the suite passed',
  told: 'the suite failed, so somebody was told of the error; this is as good as ok',
  '.': 'the fault does not suit the call',
}

/** Calls of one method with equal words share a row. A run that was spared has no word of its own. */
function tableOf(runs: readonly Run[], leftOut: CampaignFacts['leftOut']): Runs['table'] {
  const columns = [...new Set(runs.map(({ fault }) => fault))]
  const spared = new Set(leftOut.map(nameOf))
  const rows: { calls: string[]; method: string | undefined; words: string[] }[] = []
  for (const [call, own] of Map.groupBy(runs, ({ call }) => call)) {
    const words = columns.map((fault) => {
      const run = own.find((one) => one.fault === fault)
      return run === undefined ? (spared.has(nameOf({ call, fault })) ? '' : UNSUITED) : wordOf(run)
    })
    const method = own[0]?.target?.split(' ', 1)[0]
    const isLike = (word: string, other: string | undefined) => word === other || other === '' || other === UNSUITED
    const same = rows.find((row) => row.method === method && row.words.every((word, at) => isLike(word, words[at])))
    if (same) same.calls.push(call)
    else rows.push({ calls: [call], method, words })
  }
  const nameOthers = (others: readonly string[]) => (others.length > 1 ? `${others.length} more calls` : others.join())
  return { columns, rows: rows.map(({ calls: [call = '', ...others], words }) => ({ call, words, others: nameOthers(others) })) }
}

/** The fault does not suit the call. */
const UNSUITED = '.'

// The tables of a campaign, for the formats and the console: the runs by call and fault, and the lies by operation and field.

import type { CampaignFacts, Lie, Report, Run } from '../../ground/generated/report.ts'
import { count, listSome } from '../../ground/words.ts'
import { describeLeftOut, nameOf, WHOLE_RUN } from '../plan.ts'

/** In capital letters when the run fails. */
export const outcomeWord = ({ outcome, level, exempted }: Run) =>
  level === 'fail' && exempted === undefined ? outcome.toUpperCase() : outcome

/** `notes` has the faults of the whole run, and says what the words mean. */
export function describeRuns({ campaign, runs, lies }: Report) {
  if (campaign === undefined) return undefined
  const { reference, seconds, leftOut, unstable } = campaign
  const table = tableOf(runs, leftOut)
  const words = new Set([...runs.map(outcomeWord), ...table.flat()].map((word) => word.toLowerCase()))
  const numberOfLies = lies.flatMap(({ told }) => told).length
  return {
    head: `Without a fault: passed twice, up to ${reference.seconds.toFixed(1)} s each, ${count(reference.calls, 'call')}.   ${count(runs.length + numberOfLies, 'run')} in ${seconds.toFixed(0)} s${leftOut.length > 0 ? `; ${leftOut.length} left out` : ''}.`,
    table,
    notes: [
      ...[...Map.groupBy(runs.filter(isWhole), ({ group }) => group)].map(
        ([group, own]) => `${group}  ${own.map((run) => `${run.fault} ${outcomeWord(run)}`).join(', ')}`,
      ),
      ...Object.entries(LEGEND).flatMap(([word, says]) => (words.has(word) ? [`${word}: ${says}`] : [])),
      ...describeLeftOut(leftOut),
      ...(unstable.length > 0 ? [`the two runs without a fault differ in ${listSome(unstable, 10)}`] : []),
    ],
  }
}

const isWhole = ({ call }: Run) => call === WHOLE_RUN

/** The fault does not suit the call, or no call met the lie. */
const UNSUITED = '.'

const LEGEND = {
  ok: 'your tests passed',
  told: 'your tests failed: the client told them of the error, a test noticed it, or a test failed for another reason; this is as good as ok',
  [UNSUITED]:
    'the fault does not suit the call: truncated needs a success with a body, lost-reply a success that changes something, slow a successful creation or the first read',
}

/** The first row has the heads. Empty without further rows. */
function tableOf(all: readonly Run[], leftOut: CampaignFacts['leftOut']): string[][] {
  const calls = [...Map.groupBy(all, ({ call }) => call)].filter(([call]) => call !== WHOLE_RUN)
  // The call with most faults decides the order of the columns, so it is nearly always the same.
  const longest = calls.map(([, own]) => own).sort((one, other) => other.length - one.length)
  const faults = [...new Set(longest.flat().map(({ fault }) => fault))]
  const skipped = new Set(leftOut.map(nameOf))
  const rows = calls.map(([call, own]) => {
    const words = faults.map((fault) => {
      const run = own.find((one) => one.fault === fault)
      return run === undefined ? (skipped.has(nameOf({ call, fault })) ? 'left out' : UNSUITED) : outcomeWord(run)
    })
    return [call, ...words]
  })
  return rows.length === 0 ? [] : [['', ...faults], ...rows]
}

export function describeLies({ lies }: Pick<Report, 'lies'>) {
  if (lies.length === 0) return undefined
  const all = lies.flatMap(({ operation, field, told }) => told.map((lie) => ({ ...lie, name: `${operation}.${field}` })))
  const noticed = all.filter(({ result }) => result === 'noticed').length
  const unnoticed = all.filter(({ result }) => result === 'unnoticed')
  const columns = [...new Set(lies.map(({ field }) => field))]
  const rows = [...Map.groupBy(lies, ({ operation }) => operation)].map(([name, own]) => [
    name,
    ...columns.map((column) => describeNoticed(own.find(({ field }) => field === column))),
  ])
  return {
    head: `What your tests notice: ${noticed} of ${noticed + unnoticed.length} lies`,
    table: [['', ...columns], ...rows],
    unnoticed: unnoticed.map(({ name, gives, replay }) => {
      return { sentence: `${name}: the replies had ${gives}, and your tests passed.`, replay }
    }),
  }
}

/** The lies of a field that were noticed: `other`, `fewer, none`; `-` for none, `.` when no call met them. */
function describeNoticed(report: Lie | undefined): string {
  if (report === undefined) return ''
  if (report.told.every(({ result }) => result === 'unmet')) return UNSUITED
  const noticed = report.told.filter(({ result }) => result === 'noticed')
  return noticed.map(({ lie }) => lie.replace(/.*:/, '')).join(', ') || '-'
}

// The report of a campaign for people: a table with a row for each call and a column for each fault, and then what happened in the
// runs that fail.

import { count } from '../../text/count.ts'
import { printable, printableLines } from '../../text/printable.ts'
import { DRIFT, FAULTS } from '../faults.ts'
import { isBad, wordOf } from '../outcomes.ts'
import { describeLeftOut } from '../plan.ts'
import type { InjectReport, RunReport } from '../report.ts'
import { legendOf } from './legend.ts'

export function renderText(report: InjectReport): string {
  const { runs } = report
  const parts = [
    headOf(report),
    tableOf(report),
    driftOf(runs),
    legendOf(
      report,
      rowsOf(report).rows.flatMap(({ cells }) => cells),
    ),
    ...causesOf(report),
    notesOf(report),
  ]
  return `${[...parts, endOf(report)].filter((part) => part !== '').join('\n\n')}\n`
}

export const endOf = ({ runs, verdict }: InjectReport) =>
  verdict === 'failed' ? `FAILED: ${count(runs.filter(isBad).length, 'run')} of ${runs.length}` : 'PASSED'

export function headOf({ reference, unstable, runs, seconds }: InjectReport): string {
  const calls = count(reference.calls, 'call')
  const unsteady = unstable.length === 0 ? 'none unstable' : `${unstable.length} unstable`
  return `Without a fault: passed twice, ${reference.seconds.toFixed(1)} s, ${calls}, ${unsteady}.   ${count(runs.length, 'run')} in ${seconds.toFixed(0)} s.`
}

/** A row of the table: the words of one call, and the calls that have the same words. */
interface Row {
  readonly call: string
  readonly target: string
  readonly cells: readonly string[]
  readonly others: string[]
}

/** The rows of the table. Calls of one operation with equal words share a row. */
export function rowsOf({ runs }: InjectReport): { readonly faults: readonly string[]; readonly rows: readonly Row[] } {
  const ofPlaces = runs.filter(({ fault }) => fault !== DRIFT)
  const faults = FAULTS.map(({ name }) => name).filter((name) => ofPlaces.some(({ fault }) => fault === name))
  const rows: Row[] = []
  for (const [call, cells] of Map.groupBy(ofPlaces, ({ call }) => call)) {
    const words = faults.map((name) => cells.find(({ fault }) => fault === name)).map((run) => (run === undefined ? '.' : wordOf(run)))
    const same = rows.find((row) => methodOf(row.target) === methodOf(cells[0]?.target ?? '') && isSameRow(row.cells, words))
    if (same) same.others.push(call)
    else rows.push({ call, target: cells[0]?.target ?? '', cells: words, others: [] })
  }
  return { faults, rows }
}

const methodOf = (target: string) => target.split(' ')[0]

/** A fault that does not suit the other call is not compared. */
const isSameRow = (one: readonly string[], other: readonly string[]) => one.every((word, at) => word === other[at] || other[at] === '.')

function tableOf(report: InjectReport): string {
  const { faults, rows } = rowsOf(report)
  if (rows.length === 0) return ''
  const first = Math.max(...rows.map(({ call, others }) => Math.max(call.length, labelOf(others).length)))
  const widths = faults.map((name, at) => Math.max(name.length, ...rows.map(({ cells }) => cells[at]?.length ?? 0)))
  const line = (label: string, cells: readonly string[]) =>
    [printable(label).padEnd(first), ...cells.map((cell, at) => cell.padEnd(widths[at] ?? 0))].join('  ').trimEnd()
  const lines = rows.flatMap(({ call, cells, others }) => [
    line(call, cells),
    ...(others.length === 0 ? [] : [`${printable(labelOf(others)).padEnd(first)}  as ${printable(call)}`]),
  ])
  return [line('', faults), ...lines].join('\n')
}

export const labelOf = (others: readonly string[]) =>
  others.length === 1 ? String(others[0]) : others.length === 0 ? '' : `${others.length} more calls`

export function driftOf(runs: readonly RunReport[]): string {
  const variants = runs.filter(({ fault }) => fault === DRIFT).map((run) => `${run.call} ${wordOf(run)}`)
  return variants.length === 0 ? '' : `${DRIFT}  ${variants.join(', ')}`
}

/** The runs that fail or advise. Runs with the same outcome at calls of the same method have the same cause. */
export function groupsOf({ runs }: InjectReport): { readonly first: RunReport; readonly others: readonly RunReport[] }[] {
  const told = runs.filter(({ level }) => level !== 'pass')
  const groups = Map.groupBy(told, ({ level, outcome, call, fault, target }) =>
    JSON.stringify([level, outcome, fault === DRIFT ? fault : outcome === 'duplicate' ? call : methodOf(target)]),
  )
  return [...groups.values()]
    .map(([first, ...others]) => ({ first: first as RunReport, others }))
    .sort((a, b) => Number(isBad(b.first)) - Number(isBad(a.first)))
}

const MAX_OTHERS = 4

function causesOf(report: InjectReport): string[] {
  return groupsOf(report).map(({ first, others }) => {
    const named = others.slice(0, MAX_OTHERS).map(({ call, fault }) => (call === first.call ? fault : `${call} × ${fault}`))
    const more = others.length > MAX_OTHERS ? `, and ${others.length - MAX_OTHERS} more` : ''
    const also = others.length === 0 ? '' : ` (also ${named.join(', ')}${more})`
    const word = wordOf(first)
    const confirmed = isBad(first) ? CONFIRMED[first.confirmed] : ''
    return [
      printable(`${word}  ${first.call} × ${first.fault}${also}`),
      ...printableLines(`${first.message}${confirmed}\n${first.replay}`)
        .split('\n')
        .map((line) => ' '.repeat(word.length + 2) + line),
    ].join('\n')
  })
}

export const CONFIRMED: Readonly<Record<RunReport['confirmed'], string>> = {
  yes: ' Confirmed by a second run.',
  no: ' A second run did not show it.',
  'not-met': ' Three more runs made no such call.',
}

export function notesOf({ runs, reasons, leftOut, unstable, suiteRepeatsTests, isInterrupted }: InjectReport): string {
  const exempted = Map.groupBy(
    runs.filter(({ exempted }) => exempted !== undefined),
    ({ exempted }) => exempted,
  )
  return [
    ...(isInterrupted ? ['The campaign was interrupted. The report has only the runs that were done.'] : []),
    ...(suiteRepeatsTests ? [REPEATS] : []),
    ...describeLeftOut(leftOut),
    ...[...exempted].map(([reason, own]) => `exempted: ${count(own.length, 'run')}: ${reason}`),
    ...reasons.filter((reason) => reason.startsWith('The exemption')),
    ...(unstable.length > 0 ? [`unstable: ${unstable.slice(0, 10).join(', ')}${unstable.length > 10 ? ' …' : ''}`] : []),
  ]
    .map(printable)
    .join('\n')
}

export const REPEATS =
  'The suite runs failed tests again. So a repeated call may come from the test runner, and is only advice. Switch the repetition off: vitest --retry=0, and no plug-in that runs tests again.'

/** What `exec --inject` shows after its run. */
export const renderReplay = (run: RunReport, file: string) =>
  `\n${printable(`${wordOf(run)}  ${run.call} × ${run.fault}`)}\n${printableLines(run.message)}\nIts requests are in ${file}.\n`

// What every format for people shows of a campaign, and the console too: a table with a row for each call and a column for each fault,
// and then what happened in the runs that fail.

import type { InjectReport, RunReport } from '../../../spec/inject.ts'
import { count, listSome } from '../../text/numbers.ts'
import { DRIFT, FAULTS } from '../faults.ts'
import { isBad, wordOf } from '../outcomes.ts'
import { describeLeftOut, INTERRUPTED, MAX_NAMES, nameOf } from '../plan.ts'

export interface Summary {
  readonly isFailed: boolean
  /** "FAILED: 3 runs of 5", "PASSED so far: 2 runs done, 3 cells not tried" */
  readonly end: string
  readonly head: string
  readonly table: { readonly faults: readonly string[]; readonly rows: readonly Row[] }
  readonly drift: string
  readonly legend: string
  readonly causes: readonly Cause[]
  readonly notes: string
}

/** A row of the table: the words of one call. */
interface Row {
  readonly call: string
  readonly words: readonly string[]
  /** The calls that have the same words: the name of one call, or how many there are. Empty without such a call. */
  readonly others: string
}

/** The runs that fail or advise, and have the same cause. */
export interface Cause {
  readonly word: string
  readonly outcome: string
  readonly isBad: boolean
  /** "createPet#1 × lost-reply" */
  readonly place: string
  /** "truncated, slow". Empty for a single run. */
  readonly also: string
  readonly message: string
  readonly replay: string
}

export function summarise(report: InjectReport): Summary {
  const { runs, verdict, reference, unstable, seconds, leftOut, isInterrupted } = report
  const table = tableOf(runs)
  const unsteady = unstable.length === 0 ? 'none unstable' : `${unstable.length} unstable`
  const usual = `${reference.seconds.toFixed(1)} s, ${count(reference.calls, 'call')}, ${unsteady}`
  const variants = runs.filter(({ fault }) => fault === DRIFT).map((run) => `${run.call} ${wordOf(run)}`)
  // An interrupted campaign did not try every cell, so its verdict holds for the runs that are done.
  const untried = leftOut.filter(({ reason }) => reason === INTERRUPTED).length
  const soFar = isInterrupted ? ` so far: ${count(runs.length, 'run')} done, ${count(untried, 'cell')} not tried` : ''
  return {
    isFailed: verdict === 'failed',
    end: verdict === 'failed' ? `FAILED: ${count(runs.filter(isBad).length, 'run')} of ${runs.length}` : `PASSED${soFar}`,
    head: `Without a fault: passed twice, ${usual}.   ${count(runs.length, 'run')} in ${seconds.toFixed(0)} s.`,
    table,
    drift: variants.length === 0 ? '' : `${DRIFT}  ${variants.join(', ')}`,
    legend: legendOf(report, table),
    causes: causesOf(runs),
    notes: notesOf(report),
  }
}

/** Calls of one method with equal words share a row. */
function tableOf(runs: readonly RunReport[]): Summary['table'] {
  const ofPlaces = runs.filter(({ fault }) => fault !== DRIFT)
  const faults = FAULTS.map(({ name }) => name).filter((name) => ofPlaces.some(({ fault }) => fault === name))
  const rows: { calls: string[]; method: string | undefined; words: string[] }[] = []
  for (const [call, own] of Map.groupBy(ofPlaces, ({ call }) => call)) {
    const words = faults.map((name) => own.find(({ fault }) => fault === name)).map((run) => (run === undefined ? '.' : wordOf(run)))
    const method = own[0] && methodOf(own[0])
    // A fault that does not suit the other call is not compared.
    const same = rows.find((row) => row.method === method && row.words.every((word, at) => word === words[at] || words[at] === '.'))
    if (same) same.calls.push(call)
    else rows.push({ calls: [call], method, words })
  }
  const nameOthers = (others: readonly string[]) => (others.length > 1 ? `${others.length} more calls` : others.join())
  return { faults, rows: rows.map(({ calls: [call = '', ...others], words }) => ({ call, words, others: nameOthers(others) })) }
}

const methodOf = ({ target }: RunReport) => target.split(' ', 1)[0]

/** Runs with the same outcome at calls of the same method have the same cause. */
function causesOf(runs: readonly RunReport[]): Cause[] {
  const whereOf = (run: RunReport) => (run.fault === DRIFT ? DRIFT : run.outcome === 'duplicate' ? run.call : methodOf(run))
  const shown = runs.filter(({ level }) => level !== 'pass')
  const groups = Map.groupBy(shown, (run) => JSON.stringify([run.level, run.outcome, whereOf(run)]))
  const causes = [...groups.values()].map(([run, ...others]) => causeOf(run as RunReport, others))
  return causes.sort((a, b) => Number(b.isBad) - Number(a.isBad))
}

function causeOf(run: RunReport, others: readonly RunReport[]): Cause {
  const named = others.map(({ call, fault }) => (call === run.call ? fault : `${call} × ${fault}`))
  return {
    ...{ word: wordOf(run), outcome: run.outcome, isBad: isBad(run), place: `${run.call} × ${run.fault}` },
    also: listSome(named, MAX_NAMES),
    message: run.message + (isBad(run) ? CONFIRMED[run.confirmed] : ''),
    replay: run.replay,
  }
}

const CONFIRMED: Readonly<Record<RunReport['confirmed'], string>> = {
  yes: ' Confirmed by a second run.',
  no: ' A second run did not show it.',
  'not-met': ' Three more runs made no such call.',
}

/** These words have no cause of their own. */
const LEGEND = {
  ok: 'the suite passed',
  told: 'the suite failed, so the client told its caller of the error; this is as good as ok',
  '.': 'the fault does not suit the call',
}

function legendOf({ runs, reasons }: InjectReport, { rows }: Summary['table']): string {
  const words = [...runs.map(wordOf), ...rows.flatMap((row) => row.words)]
  const bad = runs.filter(isBad).length
  const lucky = runs.filter((run) => isLucky(run, runs))
  return [
    ...Object.entries(LEGEND).flatMap(([word, means]) => (words.includes(word) ? `${word}: ${means}` : [])),
    // With more reasons than bad runs, the policy lets advice fail too.
    ...(bad < runs.length && reasons.length <= bad ? ['Only words in capital letters fail.'] : []),
    ...(lucky.length > 0 ? [`${listSome(lucky.map(nameOf), MAX_NAMES)}: ${LUCKY}`] : []),
  ].join('\n')
}

/**
 * The client sent a creation again after an error that does not say whether the first one was carried out, and lost-reply has not shown
 * that the client does not create this twice.
 */
function isLucky({ outcome, carriedOut, fault, target, tries }: RunReport, runs: readonly RunReport[]): boolean {
  if (outcome !== 'recovered' || carriedOut || !target.startsWith('POST ') || fault === 'rate-limited' || tries.length < 2) return false
  const lost = runs.filter((run) => run.fault === 'lost-reply' && run.target === target)
  return lost.length === 0 || lost.some(({ level }) => level !== 'pass')
}

const LUCKY =
  'ok, because the fault did not carry the creation out. The client cannot know that: with lost-reply, a client that creates again without a look creates twice.'

function notesOf({ runs, reasons, leftOut, unstable, suiteRepeatsTests, isInterrupted }: InjectReport): string {
  const exempted = Map.groupBy(runs, (run) => run.exempted)
  exempted.delete(undefined)
  return [
    ...(isInterrupted ? ['The campaign was interrupted. The report has only the runs that were done.'] : []),
    ...(suiteRepeatsTests ? [REPEATS] : []),
    ...describeLeftOut(leftOut),
    ...[...exempted].map(([reason, own]) => `exempted: ${count(own.length, 'run')}: ${reason}`),
    ...reasons.filter((reason) => reason.startsWith('The exemption')),
    ...(unstable.length > 0 ? [`unstable: ${listSome(unstable, 10)}`] : []),
  ].join('\n')
}

const REPEATS =
  'The suite runs failed tests again. So a repeated call may come from the test runner, and is only advice. Switch the repetition off: vitest --retry=0, and no plug-in that runs tests again.'

// Carries out one cell of a plan: runs the suite until the fault meets its call, and confirms an outcome that fails by further runs.

import type { OutcomeName, RunReport } from '../../spec/inject.ts'
import { quote } from '../text/shell.ts'
import { listTries } from './describe.ts'
import { type Facts, readFacts, repeatsTests } from './facts.ts'
import { DEFAULT_SLOW } from './faults.ts'
import { type Judged, judge } from './outcomes.ts'
import { createFinder, type Reference } from './places.ts'
import { type Cell, nameOf, type Plan } from './plan.ts'
import { listKept } from './rules.ts'
import { type Run, type RunOptions, runSuite, type Suite } from './run-suite.ts'

/** A campaign after its runs without a fault. */
export interface Campaign {
  readonly suite: Suite
  /** The runs without a fault. */
  readonly runs: readonly Run[]
  readonly reference: Reference
  readonly plan: Plan
  /** The bounds of the runs with a fault. */
  readonly limits: RunOptions
}

/** A cell that was carried out. The record of its calls is let go. */
export interface Done {
  readonly run: RunReport
  /** The rules that the run shows to be kept. */
  readonly kept: readonly string[]
  /** Whether the client rounded ids. */
  readonly hasRounded: boolean
  /** Whether the suite runs a failed test again. */
  readonly repeatsTests: boolean
}

/** When tests run in parallel, the number of a call may change from run to run. So the fault may need several runs to meet its call. */
const MAX_RUNS = 3

/** These outcomes count only when a further run shows them too. The others are facts of the record: they count until a run disproves them. */
const NEED_PROOF: ReadonlySet<OutcomeName> = new Set(['lost', 'stuck'])

/** Whether a further run was needed, and did not show the outcome again. */
export const isUnproved = ({ confirmed, outcome }: Pick<RunReport, 'confirmed' | 'outcome'>) =>
  confirmed === 'no' || (confirmed === 'not-met' && NEED_PROOF.has(outcome))

/** Resolves with undefined when no run met the call, or when the campaign was interrupted. */
export async function carryOut(campaign: Campaign, cell: Cell): Promise<Done | undefined> {
  const { suite } = campaign
  const facts = await meet(campaign, cell)
  if (facts === undefined) return undefined
  const judged = judge(facts)
  if (judged.level !== 'fail') return doneWith(facts, judged, suite)
  const again = await meet(campaign, cell)
  if (again === undefined && suite.signal.aborted) return undefined
  const confirmed = confirm(judged.outcome, again)
  const level = isUnproved({ ...judged, confirmed }) ? 'advice' : 'fail'
  return doneWith(facts, { ...judged, level }, suite, confirmed)
}

function confirm(outcome: OutcomeName, again: Facts | undefined): RunReport['confirmed'] {
  if (again === undefined) return 'not-met'
  const judged = judge(again)
  return judged.outcome === outcome || judged.also.includes(outcome) ? 'yes' : 'no'
}

/** Runs the suite until the fault meets its call, at most three times. */
async function meet({ suite, reference, limits }: Campaign, cell: Cell): Promise<Facts | undefined> {
  const { place } = cell
  for (let count = 0; count < MAX_RUNS && !suite.signal.aborted; count += 1) {
    const run = await runSuite(suite, { ...cell, isMet: place && createFinder(reference.identify, place) }, limits)
    if (run.killedBy === 'interrupt') return undefined
    if (place === undefined || run.faulted.size > 0) return readFacts(run, reference, cell)
  }
  return undefined
}

const doneWith = (facts: Facts, judged: Judged, suite: Suite, confirmed?: RunReport['confirmed']): Done => ({
  run: reportRun(facts, judged, suite, confirmed),
  kept: listKept({ ...facts, outcome: judged.outcome }),
  hasRounded: facts.rounding !== undefined,
  repeatsTests: repeatsTests(facts),
})

export function reportRun(facts: Facts, judged: Judged, { command }: Suite, confirmed: RunReport['confirmed'] = 'yes'): RunReport {
  const { run, faulted, cell } = facts
  const { call, fault, place } = cell
  return {
    ...{ call, world: place?.world ?? '*' },
    ...(place?.testCase !== undefined && { case: place.testCase }),
    target: place ? `${place.exchange.request.method} ${place.exchange.request.path}` : '*',
    ...{ fault, ...judged, confirmed },
    exitCode: run.exitCode,
    carriedOut: place !== undefined && faulted?.exchange.carriedOut === true,
    seconds: roundSeconds(run.seconds),
    tries: listTries(facts),
    replay: replayOf(cell, command),
  }
}

export const roundSeconds = (seconds: number) => Math.round(seconds * 100) / 100

function replayOf(cell: Cell, command: readonly string[]): string {
  const { slow = DEFAULT_SLOW } = cell
  const options = slow === DEFAULT_SLOW ? '' : ` --slow ${slow}`
  return `petstore-sandbox exec --inject '${nameOf(cell)}'${options} -- ${command.map(quote).join(' ')}`
}

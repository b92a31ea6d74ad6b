// Carries out one cell of a plan: runs the suite until the fault meets its call, and confirms an outcome that fails by further runs.

import { type Facts, type Judged, judge, readFacts } from './outcomes.ts'
import type { Reference } from './places.ts'
import { type Cell, callOf, faultOf } from './plan.ts'
import type { Aim } from './recorder.ts'
import type { OutcomeName } from './report.ts'
import { type Run, type RunOptions, runSuite, type Suite } from './run-suite.ts'

export interface CampaignSetup {
  readonly suite: Suite
  readonly reference: Reference
  readonly slow: number
  readonly options: RunOptions
}

/** A cell that was carried out. */
export interface Result extends Judged {
  readonly cell: Cell
  readonly facts: Facts
  readonly confirmed: 'yes' | 'no' | 'not-met'
}

/** When tests run in parallel, the number of a call may change from run to run. So the fault may need several runs to meet its call. */
const MAX_RUNS = 3

/** These outcomes count only when a further run shows them too. The others are facts of the record: they count until a run disproves them. */
const NEED_PROOF: ReadonlySet<OutcomeName> = new Set(['lost', 'stuck'])

/** Resolves with undefined when no run met the call, or when the campaign was interrupted. */
export async function carryOut(setup: CampaignSetup, cell: Cell): Promise<Result | undefined> {
  const facts = await meet(setup, cell)
  if (facts === undefined) return undefined
  const judged = judge(facts)
  if (judged.level !== 'fail') return { cell, facts, ...judged, confirmed: 'yes' }
  const again = await meet(setup, cell)
  if (again === undefined && setup.suite.signal.aborted) return undefined
  const confirmed = confirm(judged.outcome, again)
  const counts = confirmed === 'yes' || (confirmed === 'not-met' && !NEED_PROOF.has(judged.outcome))
  return { cell, facts, ...judged, level: counts ? 'fail' : 'advice', confirmed }
}

function confirm(outcome: OutcomeName, again: Facts | undefined): Result['confirmed'] {
  if (again === undefined) return 'not-met'
  const judged = judge(again)
  return judged.outcome === outcome || judged.also.includes(outcome) ? 'yes' : 'no'
}

/** Runs the suite until the fault meets its call, at most three times. */
async function meet(setup: CampaignSetup, cell: Cell): Promise<Facts | undefined> {
  for (let count = 0; count < MAX_RUNS && !setup.suite.signal.aborted; count += 1) {
    const facts = readTrial(setup, cell, await runSuite(setup.suite, aimOf(setup, cell), setup.options))
    if (facts.run.killedBy === 'interrupt') return undefined
    if (facts.faulted !== undefined || 'drift' in cell) return facts
  }
  return undefined
}

export function aimOf(
  { reference: { identify }, slow }: { readonly reference: Pick<Reference, 'identify'>; readonly slow: number },
  cell: Cell,
): Aim {
  if ('place' in cell) {
    const { place, fault } = cell
    return { identify, scenario: fault.scenario(slow), place, lasts: fault.lasts ?? false }
  }
  const { scenario, content } = cell.drift
  return { identify, ...(scenario && { scenario }), ...(content && { content }) }
}

export const readTrial = ({ reference, slow }: Pick<CampaignSetup, 'reference' | 'slow'>, cell: Cell, run: Run): Facts =>
  readFacts({
    ...{ run, reference, slow, fault: faultOf(cell) },
    lasts: 'place' in cell && cell.fault.lasts === true,
    place: 'place' in cell ? cell.place : undefined,
  })

export const nameOf = (cell: Cell) => `${callOf(cell)}=${faultOf(cell)}`

// Carries out one cell of a plan: runs the suite until the fault meets its call, and confirms an outcome that fails by further runs.

import { type Facts, readFacts } from './facts.ts'
import { type Judged, judge } from './outcomes.ts'
import type { Reference } from './places.ts'
import type { Cell } from './plan.ts'
import type { OutcomeName } from './report.ts'
import { type RunOptions, runSuite, type Suite } from './run-suite.ts'

export interface CampaignSetup {
  readonly suite: Suite
  readonly reference: Reference
  readonly slow: number
  readonly options: RunOptions
}

/** A cell that was carried out. */
export interface Result extends Judged {
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
  if (judged.level !== 'fail') return { facts, ...judged, confirmed: 'yes' }
  const again = await meet(setup, cell)
  if (again === undefined && setup.suite.signal.aborted) return undefined
  const confirmed = confirm(judged.outcome, again)
  const counts = confirmed === 'yes' || (confirmed === 'not-met' && !NEED_PROOF.has(judged.outcome))
  return { facts, ...judged, level: counts ? 'fail' : 'advice', confirmed }
}

function confirm(outcome: OutcomeName, again: Facts | undefined): Result['confirmed'] {
  if (again === undefined) return 'not-met'
  const judged = judge(again)
  return judged.outcome === outcome || judged.also.includes(outcome) ? 'yes' : 'no'
}

/** Runs the suite until the fault meets its call, at most three times. */
async function meet(setup: CampaignSetup, cell: Cell): Promise<Facts | undefined> {
  for (let count = 0; count < MAX_RUNS && !setup.suite.signal.aborted; count += 1) {
    const { suite, reference, slow, options } = setup
    const run = await runSuite(suite, { ...cell, identify: reference.identify }, options)
    const facts = readFacts({ run, reference, cell, slow })
    if (facts.run.killedBy === 'interrupt') return undefined
    if (facts.faulted !== undefined || cell.place === undefined) return facts
  }
  return undefined
}

// Makes the report of a campaign from its results.

import { quote } from '../text/shell.ts'
import { describe, listTries } from './describe.ts'
import { DEFAULT_SLOW } from './faults.ts'
import { type Facts, repeatsTests } from './outcomes.ts'
import { type Cell, callOf, faultOf, type Plan } from './plan.ts'
import type { InjectReport, OutcomeName, RunReport } from './report.ts'
import { findRounding, ROUNDING, showRules } from './rules.ts'
import type { Run } from './run-suite.ts'
import { type CampaignSetup, nameOf, type Result } from './trials.ts'
import { countExtra } from './tries.ts'

interface Parts {
  readonly setup: CampaignSetup
  readonly plan: Plan
  readonly runs: readonly Run[]
  readonly results: readonly { readonly cell: Cell; readonly isDone: boolean; readonly result: Result | undefined }[]
  readonly isInterrupted: boolean
  readonly seconds: number
}

export function composeReport({ setup, plan, runs, results, isInterrupted, seconds }: Parts): InjectReport {
  const { reference } = setup
  const done = results.flatMap(({ result }) => result ?? [])
  const suiteRepeatsTests = done.some(({ facts }) => repeatsTests(facts))
  const judged = done.map((result) => (suiteRepeatsTests && REPEATED.has(result.outcome) ? soften(result) : result))
  const unmet = results.filter(({ isDone, result }) => isDone && result === undefined)
  return {
    version: 1,
    verdict: 'passed',
    reasons: [],
    reference: {
      seconds: round(Math.max(...runs.map((run) => run.seconds))),
      calls: reference.calls,
      operations: [...new Set(reference.places.map(({ operation }) => operation))],
    },
    suiteRepeatsTests,
    runs: judged.map((result) => reportRun(result, setup)),
    leftOut: [
      ...unmet.map(({ cell }) => ({ call: callOf(cell), fault: faultOf(cell), reason: 'its call did not come again in three runs' })),
      ...results.filter(({ isDone }) => !isDone).map(({ cell }) => ({ call: callOf(cell), fault: faultOf(cell), reason: 'interrupted' })),
      ...plan.leftOut,
    ],
    unstable: [
      ...reference.places.filter(({ isUnstable }) => isUnstable).map(({ call }) => call),
      ...judged.filter(isUnproved).map(({ cell }) => nameOf(cell)),
    ],
    rules: showRules(judged.map((result) => ({ ...result, fails: result.level === 'fail' }))),
    isInterrupted,
    seconds: round(seconds),
  }
}

const REPEATED: ReadonlySet<string> = new Set(['duplicate', 'hammered'])

const soften = (result: Result): Result => ({ ...result, level: result.level === 'fail' ? 'advice' : result.level })

/** A further run did not show this outcome again. So it counts as unstable, and not as a mistake of the client. */
const isUnproved = ({ confirmed, outcome }: Result) =>
  confirmed === 'no' || (confirmed === 'not-met' && (outcome === 'lost' || outcome === 'stuck'))

/** The rule of the report that an outcome breaks. */
function ruleOf(facts: Facts, outcome: OutcomeName): { readonly rule?: string } {
  if (outcome === 'broke' && findRounding(facts.run) !== undefined) return { rule: ROUNDING }
  if (outcome === 'duplicate') return { rule: 'no-blind-create-retry' }
  if (outcome === 'stuck' || outcome === 'waited') return { rule: 'times-out' }
  if (outcome !== 'hammered') return {}
  if (facts.early.length > 0) return { rule: 'honours-retry-after' }
  if (facts.fault === 'expired') return { rule: 'gives-up-on-refusals' }
  return { rule: facts.series.some((one) => countExtra(one) > 20) ? 'gives-up' : 'backs-off' }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

export function reportRun(
  { cell, facts, outcome, level, also, confirmed }: Result,
  { suite, slow }: Pick<CampaignSetup, 'suite' | 'slow'>,
): RunReport {
  const { run, faulted } = facts
  const place = 'place' in cell ? cell.place : undefined
  return {
    call: callOf(cell),
    world: place?.world ?? '*',
    ...(place?.testCase !== undefined && { case: place.testCase }),
    target: place?.target ?? '*',
    fault: faultOf(cell),
    ...{ outcome, level, also, confirmed },
    ...(level !== 'pass' && ruleOf(facts, outcome)),
    exitCode: run.exitCode,
    carriedOut: place !== undefined && faulted?.exchange.carriedOut === true,
    seconds: round(run.seconds),
    tries: listTries(facts),
    message: describe(facts, outcome),
    replay: replayOf(cell, suite.command, slow),
  }
}

function replayOf(cell: Cell, command: readonly string[], slow: number): string {
  const options = faultOf(cell) === 'slow' && slow !== DEFAULT_SLOW ? ` --slow ${slow}` : ''
  return `petstore-sandbox exec --inject '${nameOf(cell)}'${options} -- ${command.map(quote).join(' ')}`
}

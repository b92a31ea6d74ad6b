// Makes the report of a campaign from its results.

import { quote } from '../text/shell.ts'
import { describe, listTries } from './describe.ts'
import { repeatsTests } from './facts.ts'
import { DEFAULT_SLOW } from './faults.ts'
import { type Cell, nameOf, type Plan } from './plan.ts'
import type { InjectReport, LeftOut, RunReport } from './report.ts'
import { ruleOf, showRules } from './rules.ts'
import type { Run } from './run-suite.ts'
import type { CampaignSetup, Result } from './trials.ts'

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
      ...unmet.map(({ cell }) => leaveOut(cell, 'its call did not come again in three runs')),
      ...results.filter(({ isDone }) => !isDone).map(({ cell }) => leaveOut(cell, 'interrupted')),
      ...plan.leftOut,
    ],
    unstable: [
      ...reference.places.filter(({ isUnstable }) => isUnstable).map(({ call }) => call),
      ...judged.filter(isUnproved).map(({ facts }) => nameOf(facts.cell)),
    ],
    rules: showRules(judged),
    isInterrupted,
    seconds: round(seconds),
  }
}

const leaveOut = ({ call, fault }: Cell, reason: string): LeftOut => ({ call, fault, reason })

const REPEATED: ReadonlySet<string> = new Set(['duplicate', 'hammered'])

const soften = (result: Result): Result => ({ ...result, level: result.level === 'fail' ? 'advice' : result.level })

/** A further run did not show this outcome again. So it counts as unstable, and not as a mistake of the client. */
const isUnproved = ({ confirmed, outcome }: Result) =>
  confirmed === 'no' || (confirmed === 'not-met' && (outcome === 'lost' || outcome === 'stuck'))

const round = (seconds: number) => Math.round(seconds * 100) / 100

export function reportRun(
  { facts, outcome, level, also, confirmed }: Result,
  { suite, slow }: Pick<CampaignSetup, 'suite' | 'slow'>,
): RunReport {
  const { run, faulted, cell } = facts
  const { call, fault, place } = cell
  const rule = level === 'pass' ? undefined : ruleOf(facts, outcome)
  return {
    call,
    world: place?.world ?? '*',
    ...(place?.testCase !== undefined && { case: place.testCase }),
    target: place?.target ?? '*',
    ...{ fault, outcome, level, also, confirmed },
    ...(rule !== undefined && { rule }),
    exitCode: run.exitCode,
    carriedOut: place !== undefined && faulted?.exchange.carriedOut === true,
    seconds: round(run.seconds),
    tries: listTries(facts),
    message: describe(facts, outcome),
    replay: replayOf(cell, suite.command, slow),
  }
}

function replayOf(cell: Cell, command: readonly string[], slow: number): string {
  const options = cell.fault === 'slow' && slow !== DEFAULT_SLOW ? ` --slow ${slow}` : ''
  return `petstore-sandbox exec --inject '${nameOf(cell)}'${options} -- ${command.map(quote).join(' ')}`
}

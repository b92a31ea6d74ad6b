// Makes the report of a campaign from its runs, and applies the policy: whether advice fails, rules that must not fail, and exempted runs.

import type { InjectReport, LeftOut, RunReport } from '../../spec/inject.ts'
import type { Policy } from '../../spec/policy.ts'
import { findExemption, listPast, operationOf } from '../examine/verdict.ts'
import { type Cell, INTERRUPTED, nameOf } from './plan.ts'
import { showRules } from './rules.ts'
import { type Campaign, type Done, isUnproved, roundSeconds } from './trial.ts'

/** What came of each cell; undefined when its call was not met. A cell that was not carried out is missing. */
export type Results = ReadonlyMap<Cell, Done | undefined>

export function composeReport(campaign: Campaign, results: Results, seconds: number, policy: Policy = {}): InjectReport {
  const { reference, suite, plan, runs } = campaign
  const carriedOut = plan.cells.flatMap((cell) => results.get(cell) ?? [])
  const suiteRepeatsTests = carriedOut.some((done) => done.repeatsTests)
  const done = suiteRepeatsTests ? carriedOut.map(soften) : carriedOut
  const rules = showRules(done)
  const all = done.map(({ run }) => exemptRun(run, policy))
  const { failOn = 'fail', exempt = [] } = policy
  const bad = all.filter(({ level, exempted }) => exempted === undefined && (level === 'fail' || level === failOn))
  const reasons = [...bad.map(({ call, fault, outcome }) => `${call} × ${fault}: ${outcome}`), ...listPast(exempt)]
  const leave = (cells: readonly Cell[], reason: string) => cells.map(({ call, fault }): LeftOut => ({ call, fault, reason }))
  const unmet = plan.cells.filter((cell) => results.has(cell) && results.get(cell) === undefined)
  const undone = plan.cells.filter((cell) => !results.has(cell))
  return {
    version: 1,
    verdict: reasons.length === 0 ? 'passed' : 'failed',
    reasons,
    reference: {
      seconds: roundSeconds(Math.max(...runs.map((run) => run.seconds))),
      calls: runs[0]?.exchanges.length ?? 0,
      operations: [...new Set(reference.places.map(({ operation }) => operation))],
    },
    suiteRepeatsTests,
    runs: all,
    leftOut: [...leave(unmet, 'its call did not come again in three runs'), ...leave(undone, INTERRUPTED), ...plan.leftOut],
    unstable: [...reference.places.filter(({ isUnstable }) => isUnstable).map(({ call }) => call), ...all.filter(isUnproved).map(nameOf)],
    rules,
    isInterrupted: suite.signal.aborted,
    seconds: roundSeconds(seconds),
  }
}

const REPEATED: ReadonlySet<string> = new Set(['duplicate', 'hammered'])

/** A runner that runs failed tests again makes such calls too. */
const soften = (done: Done): Done =>
  REPEATED.has(done.run.outcome) && done.run.level === 'fail' ? { ...done, run: { ...done.run, level: 'advice' } } : done

function exemptRun(run: RunReport, { exempt = [] }: Policy): RunReport {
  const { rule, call, level } = run
  if (rule === undefined || level === 'pass') return run
  return { ...run, ...findExemption(exempt, rule, [operationOf(call)]) }
}

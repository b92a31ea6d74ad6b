// Applies a policy to the report of a campaign: whether advice fails, rules that must not fail, and exempted runs.

import { findExemption, findStale } from '../report/exemptions.ts'
import type { Policy } from '../report/policy.ts'
import { NEWEST } from '../report/rules/rule.ts'
import type { InjectReport, RunReport } from './report.ts'

/** The report with the verdict by this policy. */
export function applyInjectPolicy(report: InjectReport, policy: Policy = {}): InjectReport {
  const { failOn = 'fail', ignore = {}, exempt = [] } = policy
  const runs = report.runs.map((run) => exemptRun(run, ignore, exempt))
  const bad = runs.filter(
    ({ level, exempted }) => exempted === undefined && (level === 'fail' || (failOn === 'advice' && level === 'advice')),
  )
  const stale = findStale(report.rules, exempt, NEWEST).failing
  const reasons = [...bad.map(({ call, fault, outcome }) => `${call} × ${fault}: ${outcome}`), ...stale]
  return { ...report, runs, verdict: reasons.length === 0 ? 'passed' : 'failed', reasons }
}

function exemptRun(run: RunReport, ignore: Readonly<Record<string, string>>, exemptions: NonNullable<Policy['exempt']>): RunReport {
  const { exempted: _, ...bare } = run
  const { rule, call, message } = bare
  if (rule === undefined || run.level === 'pass') return bare
  const operation = call.replace(/^.*\/|#\d+$/g, '')
  const why = Object.hasOwn(ignore, rule)
    ? ignore[rule]
    : findExemption(exemptions, rule, { message, evidence: [{ operation, case: run.case }] })?.reason
  return why === undefined ? bare : { ...bare, exempted: why }
}

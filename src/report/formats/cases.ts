// The report as test cases, for JUnit and CTRF: the verdict first, then each rule.

import type { Report, RuleReport } from '../report.ts'
import {
  describeBalance,
  describeCoverage,
  describeEvidence,
  describePlace,
  describeRun,
  describeWaited,
  headline,
  standingOf,
} from './describe.ts'

export interface Case {
  readonly name: string
  readonly failure?: { readonly message: string; readonly text: string }
  readonly skipped?: string
  /** Text that does not fail the test case. */
  readonly remark?: string
}

/** Callers must pass the report through harmless() first. */
export const casesOf = (report: Report): Case[] => [verdictCase(report), ...report.rules.map(caseOf)]

/** The verdict fails for a broken rule too, and for other reasons: no call at all, low coverage, or advice that counts. */
function verdictCase(report: Report): Case {
  const { reasons, notices, verdict } = report
  const facts = [
    headline(report),
    describeRun(report),
    ...describeBalance(report),
    `Coverage: ${describeCoverage(report)}`,
    `Waited: ${describeWaited(report)}`,
  ]
  const text = [...facts, ...notices, ...reasons].join('\n')
  if (verdict === 'not-judged') return { name: 'verdict', skipped: reasons[0] ?? verdict }
  return { name: 'verdict', ...(verdict === 'passed' ? { remark: text } : { failure: { message: reasons[0] ?? 'failed', text } }) }
}

function caseOf(rule: RuleReport): Case {
  const { rule: name, asks, findings, hint, ignored, notScored = false } = rule
  const standing = standingOf(rule)
  const text = findings
    .map((finding) => {
      const { level, message, expected, observed, sign, dismissedBy, advice, evidence } = finding
      const lines = [`expected: ${expected}`, `observed: ${observed}`, `sign: ${sign}`, `unless: ${dismissedBy}`, `fix: ${advice}`]
      return [`${level}: ${describePlace(finding)}`, message, ...lines, ...evidence.map(describeEvidence)].join('\n')
    })
    .join('\n\n')
  const first = findings.find(({ level, exempted }) => level === 'fail' && exempted === undefined)
  if (standing === 'failed' && first !== undefined) return { name, failure: { message: first.message, text: `${asks}\n\n${text}` } }
  if (standing === 'ignored')
    return { name, skipped: notScored ? 'not scored by this rule set' : `ignored: ${ignored ?? findings[0]?.exempted ?? ''}` }
  if (standing === 'not-exercised') return { name, skipped: `not exercised${hint === undefined ? '' : `: ${hint}`}` }
  const remark = text === '' ? hint : text
  return { name, ...(remark !== undefined && { remark }) }
}

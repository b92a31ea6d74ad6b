// The report as test cases, for JUnit and CTRF: the verdict first, then each rule. GitLab shows only one failure of a test case, so one
// failure has all findings of a rule.

import type { Finding, Report, RuleReport } from '../../../spec/report.ts'
import { type Case, renderCtrf, renderJunit } from '../../text/test-results.ts'
import { describeEvidence, describePlace, describeWaited, listLines, standingOf } from './describe.ts'
import { describeCoverage, describeJudge, listFigures } from './sections.ts'

export function renderReportAsJunit(report: Report): string {
  const { verdict, exchanges, coverage, judgedBy } = report
  const properties = { verdict, exchanges, coverage: coverage.percent, contract: judgedBy.contract.sha256, judge: describeJudge(report) }
  return renderJunit(casesOf(report), { started: judgedBy.from, properties })
}

export function renderReportAsCtrf(report: Report): string {
  const { verdict, ruleSet, coverage, judgedBy } = report
  const { sandbox: version, from, to } = judgedBy
  const extra = { verdict, ruleSet, coverage: coverage.percent, judge: describeJudge(report) }
  return renderCtrf(casesOf(report), { version, start: Date.parse(from ?? '') || 0, stop: Date.parse(to ?? '') || 0, extra })
}

const casesOf = (report: Report): Case[] => [verdictCase(report), ...report.rules.map(caseOf)]

/** The verdict as a case of its own, because it can fail without a broken rule: no call at all, low coverage, or advice that counts. */
function verdictCase(report: Report): Case {
  const { reasons, verdict } = report
  if (verdict === 'not-judged') return { name: 'verdict', skipped: reasons[0] ?? verdict }
  const facts = [...listFigures(report), `Coverage: ${describeCoverage(report)}`, `Waited: ${describeWaited(report)}`]
  const text = [...facts, ...reasons].join('\n')
  return { name: 'verdict', ...(verdict === 'passed' ? { remark: text } : { failure: { message: reasons[0] ?? 'failed', text } }) }
}

function caseOf(rule: RuleReport): Case {
  const { rule: name, asks, findings, hint, ignored, notScored = false } = rule
  const standing = standingOf(rule)
  const text = findings.map(renderFinding).join('\n\n')
  const first = findings.find(({ level, exempted }) => level === 'fail' && exempted === undefined)
  if (standing === 'failed') return { name, failure: { message: first?.message ?? name, text: `${asks}\n\n${text}` } }
  if (standing === 'ignored')
    return { name, skipped: notScored ? 'not scored by this rule set' : `ignored: ${ignored ?? findings[0]?.exempted ?? ''}` }
  if (standing === 'not-exercised') return { name, skipped: `not exercised${hint === undefined ? '' : `: ${hint}`}` }
  const remark = text === '' ? hint : text
  return { name, ...(remark !== undefined && { remark }) }
}

function renderFinding(finding: Finding): string {
  const lines = listLines(finding).map((line) => line.join(': '))
  return [`${finding.level}: ${describePlace(finding)}`, finding.message, ...lines, ...finding.evidence.map(describeEvidence)].join('\n')
}

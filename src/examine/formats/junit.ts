// The report as test cases of JUnit: the verdict first, then each rule, or each run of a campaign. GitLab shows only one failure of a
// test case, so one failure has all findings of a rule.

import type { Finding, Report, RuleReport, Run } from '../../ground/generated/report.ts'
import { type Case, renderJunit as renderCases } from '../../ground/test-results.ts'
import { describeEvidence, describeHead, listFacts, listFigures, standingOf, tellLines, wordOf } from './describe.ts'

export function renderJunit(report: Report): string {
  const { verdict, facts, coverage, judgedBy, campaign, rules, runs } = report
  const properties = { verdict, exchanges: facts.exchanges, coverage: coverage.percent, contract: judgedBy.contract.sha256 }
  const parts = campaign === undefined ? rules.map((rule) => caseOf(rule, report)) : runs.map(caseOfRun)
  return renderCases([verdictCase(report), ...parts], { started: judgedBy.from, properties })
}

/** The verdict as a case of its own, because it can fail without a broken rule: no call at all, low coverage, or advice that counts. */
function verdictCase(report: Report): Case {
  const { reasons, verdict } = report
  const [reason = verdict] = reasons
  const facts = listFacts(report).flatMap(({ title, text = '' }) => (text === '' ? [] : [`${title}: ${text}`]))
  const text = [...listFigures(report), ...facts, ...reasons].join('\n')
  return { name: 'verdict', ...(verdict === 'passed' ? { remark: text } : { failure: { message: reason, text } }) }
}

function caseOf(rule: RuleReport, report: Report): Case {
  const { rule: name, asks } = rule
  const standing = standingOf(rule, report)
  const findings = report.findings.filter((finding) => finding.rule === name)
  const text = findings.map(renderFinding).join('\n\n')
  const first = findings.find(({ level, exempted }) => level === 'fail' && exempted === undefined)
  if (first !== undefined) return { name, failure: { message: `${describeHead(first)}: ${first.observed}`, text: `${asks}\n\n${text}` } }
  if (standing === 'exempted') return { name, skipped: `exempted: ${findings[0]?.exempted ?? ''}` }
  if (standing === 'not-exercised') return { name, skipped: 'not exercised' }
  return { name, ...(text !== '' && { remark: text }) }
}

function caseOfRun({ call, fault, outcome, level, exempted, observed, control, replay }: Run): Case {
  const name = `${call} × ${fault}`
  const message = `${outcome}: ${observed}`
  const text = [message, ...(control === undefined ? [] : [`control: ${control}`]), replay].join('\n')
  if (exempted !== undefined) return { name, skipped: `exempted: ${exempted}` }
  return { name, ...(level === 'fail' ? { failure: { message, text } } : { remark: text }) }
}

const renderFinding = (finding: Finding) =>
  [`${wordOf(finding)} ${describeHead(finding)}`, ...tellLines(finding), ...finding.evidence.map(describeEvidence)].join('\n')

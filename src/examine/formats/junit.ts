// The report as test cases of JUnit XML, for GitHub, GitLab and Jenkins: the verdict first, then each rule, or each run of a campaign.
// GitLab shows only one failure of a test case, so one failure has all findings of a rule. The texts are harmless (printable.ts).

import type { Finding, Report, RuleReport, Run } from '../../ground/generated/report.ts'
import { describeEvidence, describeHead, listFacts, listFigures, standingOf, tellLines, wordOf } from './describe.ts'

const SUITE = 'petstore-sandbox'

interface Case {
  readonly name: string
  readonly failure?: { readonly message: string; readonly text: string }
  readonly skipped?: string
  /** Text that does not fail the test case. */
  readonly remark?: string
}

export function renderJunit(report: Report): string {
  const { verdict, facts, coverage, judgedBy, campaign, rules, runs } = report
  const parts = campaign === undefined ? rules.map((rule) => caseOf(rule, report)) : runs.map(caseOfRun)
  const cases = [verdictCase(report), ...parts]
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const timestamp = judgedBy.from === undefined ? '' : ` timestamp="${judgedBy.from.slice(0, 19)}"`
  const properties = { verdict, exchanges: facts.exchanges, coverage: coverage.percent, contract: judgedBy.contract.sha256 }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="0">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="0"${timestamp}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property name="${name}" value="${value}"/>`),
    '    </properties>',
    ...cases.flatMap(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderCase({ name, failure, skipped, remark }: Case): string[] {
  const children = [
    ...(skipped === undefined ? [] : [`<skipped>${escapeXml(skipped)}</skipped>`]),
    ...(failure ? [`<failure type="${SUITE}" message="${escapeXml(failure.message)}">${escapeXml(failure.text)}</failure>`] : []),
    ...(remark === undefined ? [] : [`<system-out>${escapeXml(remark)}</system-out>`]),
  ]
  const open = `    <testcase classname="${SUITE}" name="${escapeXml(name)}" time="0"`
  return children.length === 0 ? [`${open}/>`] : [`${open}>`, ...children.map((child) => `      ${child}`), '    </testcase>']
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for elements and attributes. Harmless texts have no characters that XML 1.0 does not allow. */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

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

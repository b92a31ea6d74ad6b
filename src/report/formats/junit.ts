// JUnit XML, for the test reports of GitHub, GitLab and Jenkins: a test case for each rule. GitLab shows one failure of a
// test case, so that all findings of a rule stand in one.

import type { Report, RuleReport } from '../report.ts'
import { describeCoverage, describeJudge, describePlace, describeWaited, headline, standingOf } from './describe.ts'
import { harmless } from './plain.ts'

const SUITE = 'petstore-sandbox'

interface Case {
  readonly name: string
  readonly failure?: { readonly message: string; readonly text: string }
  readonly skipped?: string
  /** What is worth reading though it fails nobody. */
  readonly remark?: string
}

export function renderJunit(given: Report): string {
  const report = harmless(given)
  const rules = report.rules.map(caseOf)
  const cases = [verdictCase(report, rules), ...rules]
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const timestamp = report.judgedBy.from === undefined ? '' : ` timestamp="${escapeXml(report.judgedBy.from.slice(0, 19))}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="0">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="0"${timestamp}>`,
    ...propertiesOf(report),
    ...cases.flatMap(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** What fails the client beside the rules: no call at all, little coverage, advice that counts. */
function verdictCase(report: Report, rules: readonly Case[]): Case {
  const reasons = report.reasons
  const text = [headline(report), `Coverage: ${describeCoverage(report)}`, `Waited: ${describeWaited(report)}`, ...reasons].join('\n')
  const isTold = report.verdict === 'passed' || rules.some(({ failure }) => failure !== undefined)
  return { name: 'verdict', ...(isTold ? { remark: text } : { failure: { message: reasons[0] ?? 'failed', text } }) }
}

function propertiesOf(report: Report): string[] {
  const { verdict, exchanges, coverage, judgedBy } = report
  const properties = { verdict, exchanges, coverage: coverage.percent, contract: judgedBy.contract.sha256, judge: describeJudge(report) }
  return [
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property name="${name}" value="${escapeXml(String(value))}"/>`),
    '    </properties>',
  ]
}

function caseOf(rule: RuleReport): Case {
  const { rule: name, asks, findings, hint, ignored } = rule
  const standing = standingOf(rule)
  const text = findings
    .map((finding) =>
      [`${finding.level}: ${describePlace(finding)}`, finding.message, finding.advice, `requests: ${finding.requests.join(' ')}`].join(
        '\n',
      ),
    )
    .join('\n\n')
  const [first] = [...findings].sort((one, other) => Number(other.level === 'fail') - Number(one.level === 'fail'))
  if (standing === 'failed' && first !== undefined) return { name, failure: { message: first.message, text: `${asks}\n\n${text}` } }
  if (standing === 'ignored') return { name, skipped: `ignored: ${ignored ?? ''}` }
  if (standing === 'not-exercised') return { name, skipped: `not exercised${hint === undefined ? '' : `: ${hint}`}` }
  return { name, ...(text !== '' && { remark: text }) }
}

function renderCase({ name, failure, skipped, remark }: Case): string[] {
  const children = [
    ...(skipped === undefined ? [] : [`      <skipped>${escapeXml(skipped)}</skipped>`]),
    ...(failure === undefined
      ? []
      : [`      <failure type="petstore-sandbox" message="${escapeXml(failure.message)}">${escapeXml(failure.text)}</failure>`]),
    ...(remark === undefined ? [] : [`      <system-out>${escapeXml(remark)}</system-out>`]),
  ]
  const open = `    <testcase classname="${SUITE}" name="${escapeXml(name)}" time="0"`
  return children.length === 0 ? [`${open}/>`] : [`${open}>`, ...children, '    </testcase>']
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** For text and attributes. What XML 1.0 does not allow at all is gone, see harmless(). */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

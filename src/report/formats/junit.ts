// Renders JUnit XML for the test reports of GitHub, GitLab and Jenkins. Each rule is a test case. GitLab shows only one failure of a
// test case, so one failure has all findings of a rule.

import type { Report, RuleReport } from '../report.ts'
import { describeCoverage, describeJudge, describePlace, describeWaited, headline, standingOf } from './describe.ts'
import { harmless } from './plain.ts'

const SUITE = 'petstore-sandbox'

export interface Case {
  readonly name: string
  readonly failure?: { readonly message: string; readonly text: string }
  readonly skipped?: string
  /** Text that does not fail the test case. */
  readonly remark?: string
}

export function renderJunit(given: Report): string {
  const report = harmless(given)
  const rules = report.rules.map(caseOf)
  return renderCases([verdictCase(report), ...rules], { started: report.judgedBy.from, properties: propertiesOf(report) })
}

interface SuiteFacts {
  readonly started?: string | undefined
  readonly seconds?: number
  readonly properties?: readonly string[]
}

/** A whole file with one suite. The texts must be harmless. */
export function renderCases(cases: readonly Case[], { started, seconds = 0, properties = [] }: SuiteFacts): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const timestamp = started === undefined ? '' : ` timestamp="${escapeXml(started.slice(0, 19))}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="${seconds}">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="${seconds}"${timestamp}>`,
    ...properties,
    ...cases.flatMap(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** The verdict fails for a broken rule too, and for other reasons: no call at all, low coverage, or advice that counts. */
function verdictCase(report: Report): Case {
  const reasons = report.reasons
  const text = [headline(report), `Coverage: ${describeCoverage(report)}`, `Waited: ${describeWaited(report)}`, ...reasons].join('\n')
  return { name: 'verdict', ...(report.verdict === 'passed' ? { remark: text } : { failure: { message: reasons[0] ?? 'failed', text } }) }
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

/** Escapes text for elements and attributes. harmless() has removed the characters that XML 1.0 does not allow. */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

// Renders JUnit XML for the test reports of GitHub, GitLab and Jenkins. Each rule is a test case. GitLab shows only one failure of a
// test case, so one failure has all findings of a rule.

import type { Report } from '../../../spec/report.ts'
import { type Case, casesOf } from './cases.ts'
import { harmless } from './plain.ts'
import { describeJudge } from './sections.ts'

const SUITE = 'petstore-sandbox'

export function renderJunit(given: Report): string {
  const report = harmless(given)
  const { verdict, exchanges, coverage, judgedBy } = report
  const properties = { verdict, exchanges, coverage: coverage.percent, contract: judgedBy.contract.sha256, judge: describeJudge(report) }
  return renderCases(casesOf(report), { started: judgedBy.from, properties })
}

interface SuiteFacts {
  readonly started?: string | undefined
  readonly seconds?: number
  readonly properties?: Readonly<Record<string, string | number>>
}

/** A whole file with one suite. The texts must be harmless. */
export function renderCases(cases: readonly Case[], { started, seconds = 0, properties = {} }: SuiteFacts): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const timestamp = started === undefined ? '' : ` timestamp="${escapeXml(started.slice(0, 19))}"`
  const named = Object.entries(properties).map(([name, value]) => `      <property name="${name}" value="${escapeXml(String(value))}"/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="${seconds}">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="${seconds}"${timestamp}>`,
    ...(named.length === 0 ? [] : ['    <properties>', ...named, '    </properties>']),
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

/** Escapes text for elements and attributes. harmless() has removed the characters that XML 1.0 does not allow. */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

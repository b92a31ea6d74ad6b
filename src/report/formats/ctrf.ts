// Renders CTRF (Common Test Report Format), JSON that many CI tools show and compare. Each rule is a test.

import type { Report } from '../../../spec/report.ts'
import { type Case, casesOf } from './cases.ts'
import { harmless, renderJsonReport } from './plain.ts'
import { describeJudge } from './sections.ts'

export function renderCtrf(given: Report): string {
  const report = harmless(given)
  const { verdict, ruleSet, coverage, judgedBy } = report
  const { sandbox: version, from, to } = judgedBy
  const extra = { verdict, ruleSet, coverage: coverage.percent, judge: describeJudge(report) }
  return renderCtrfTests(casesOf(report), { version, start: timeOf(from), stop: timeOf(to), extra })
}

/** Milliseconds since 1970. */
const timeOf = (text: string | undefined) => (text === undefined ? 0 : Date.parse(text))

interface RunFacts {
  readonly version?: string
  readonly start?: number
  readonly stop?: number
  readonly extra?: object
}

/** A whole file. The texts must be harmless. */
export function renderCtrfTests(cases: readonly Case[], { version, start = 0, stop = 0, extra }: RunFacts = {}): string {
  const tests = cases.map(({ name, failure, skipped, remark }) => ({
    name,
    status: failure !== undefined ? 'failed' : skipped !== undefined ? 'skipped' : 'passed',
    duration: 0,
    suite: 'petstore-sandbox',
    message: failure?.message ?? skipped ?? remark,
    trace: failure?.text,
  }))
  const countOf = (status: string) => tests.filter((test) => test.status === status).length
  const counts = { passed: countOf('passed'), failed: countOf('failed'), skipped: countOf('skipped'), pending: 0, other: 0 }
  const summary = { tests: tests.length, ...counts, start, stop }
  const results = { tool: { name: 'petstore-sandbox', version }, summary, tests, extra }
  return renderJsonReport({ reportFormat: 'CTRF', specVersion: '0.0.0', results })
}

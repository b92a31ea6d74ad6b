// Renders CTRF (Common Test Report Format), JSON that many CI tools show and compare. Each rule is a test.

import type { Report } from '../report.ts'
import { type Case, casesOf } from './cases.ts'
import { describeJudge } from './describe.ts'
import { renderJsonReport } from './json.ts'
import { harmless } from './plain.ts'

export function renderCtrf(given: Report): string {
  const report = harmless(given)
  const { sandbox, from, to } = report.judgedBy
  const { verdict, ruleSet, coverage } = report
  const extra = { verdict, ruleSet, coverage: coverage.percent, judge: describeJudge(report) }
  return renderCtrfTests(casesOf(report), { version: sandbox, from, to, extra })
}

interface RunFacts {
  readonly version?: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly extra?: object
}

/** A whole file. The texts must be harmless. */
export function renderCtrfTests(cases: readonly Case[], { version, from, to, extra }: RunFacts): string {
  const tests = cases.map(toTest)
  const countOf = (status: string) => tests.filter((test) => test.status === status).length
  const counts = { passed: countOf('passed'), failed: countOf('failed'), skipped: countOf('skipped'), pending: 0, other: 0 }
  return renderJsonReport({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'petstore-sandbox', version },
      summary: { tests: tests.length, ...counts, start: timeOf(from), stop: timeOf(to) },
      tests,
      extra,
    },
  })
}

/** Milliseconds since 1970. */
const timeOf = (text: string | undefined) => (text === undefined ? 0 : Date.parse(text))

const toTest = ({ name, failure, skipped, remark }: Case) => ({
  name,
  status: failure !== undefined ? 'failed' : skipped !== undefined ? 'skipped' : 'passed',
  duration: 0,
  suite: 'petstore-sandbox',
  ...(failure && { message: failure.message, trace: failure.text }),
  ...(skipped !== undefined && { message: skipped }),
  ...(remark !== undefined && { message: remark }),
})

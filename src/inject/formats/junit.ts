// The report of a campaign as JUnit XML. Each run is a test case.

import { type Case, renderCases } from '../../report/formats/junit.ts'
import { harmless } from '../../report/formats/plain.ts'
import type { InjectReport, RunReport } from '../report.ts'

export function renderJunit(given: InjectReport): string {
  const { runs, leftOut, seconds } = harmless(given)
  const left = leftOut.map(({ call, fault, reason }) => ({ name: `${call} × ${fault}`, skipped: reason }))
  return renderCases([...runs.map(caseOf), ...left], { seconds })
}

function caseOf({ call, fault, outcome, level, message, replay }: RunReport): Case {
  const name = `${call} × ${fault}`
  const text = `${outcome}: ${message}\n${replay}`
  return level === 'fail' ? { name, failure: { message: `${outcome}: ${message}`, text } } : { name, remark: text }
}

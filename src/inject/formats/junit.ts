// The report of a campaign as JUnit XML and as CTRF. Each run is a test case.

import type { Case } from '../../report/formats/cases.ts'
import { renderCtrfTests } from '../../report/formats/ctrf.ts'
import { renderCases } from '../../report/formats/junit.ts'
import { harmless } from '../../report/formats/plain.ts'
import type { InjectReport, RunReport } from '../report.ts'
import { isBad } from '../words.ts'

export function renderJunit(given: InjectReport): string {
  const report = harmless(given)
  return renderCases(casesOf(report), { seconds: report.seconds })
}

export const renderCtrf = (given: InjectReport) => renderCtrfTests(casesOf(harmless(given)), {})

const casesOf = ({ runs, leftOut }: InjectReport): Case[] => [
  ...runs.map(caseOf),
  ...leftOut.map(({ call, fault, reason }) => ({ name: `${call} × ${fault}`, skipped: reason })),
]

function caseOf(run: RunReport): Case {
  const { call, fault, outcome, message, replay } = run
  const name = `${call} × ${fault}`
  const text = `${outcome}: ${message}\n${replay}`
  return isBad(run) ? { name, failure: { message: `${outcome}: ${message}`, text } } : { name, remark: text }
}

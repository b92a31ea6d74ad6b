// The formats of a campaign's report: the same names as the formats of the report on a client. For JUnit and CTRF each run is a test
// case. spec/inject.schema.json describes the JSON.

import type { Case } from '../../report/formats/cases.ts'
import { renderCtrfTests } from '../../report/formats/ctrf.ts'
import type { FormatName } from '../../report/formats/formats.ts'
import { annotation } from '../../report/formats/github.ts'
import { renderJsonReport } from '../../report/formats/json.ts'
import { renderCases } from '../../report/formats/junit.ts'
import type { Style } from '../../report/formats/layout.ts'
import { harmless } from '../../report/formats/plain.ts'
import { isBad } from '../outcomes.ts'
import type { InjectReport, RunReport } from '../report.ts'
import { renderMarkdown } from './markdown.ts'
import { endOf, groupsOf, renderText } from './text.ts'

export const INJECT_FORMATS: Readonly<Record<FormatName, (report: InjectReport, style?: Style) => string>> = {
  text: renderText,
  json: renderJsonReport,
  junit: (report) => renderCases(casesOf(harmless(report)), { seconds: report.seconds }),
  markdown: (report) => renderMarkdown(harmless(report)),
  github: (report) => renderGithub(harmless(report)),
  ctrf: (report) => renderCtrfTests(casesOf(harmless(report)), {}),
}

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

/** Annotations of GitHub Actions: one for the verdict, and one for each cause. */
function renderGithub(report: InjectReport): string {
  const verdict = annotation(report.verdict === 'passed' ? 'notice' : 'error', 'fault injection', [endOf(report)])
  const causes = groupsOf(report).map(({ first, others }) => {
    const also = others.length === 0 ? [] : [`the same in ${others.length} more runs`]
    const title = `${first.outcome}: ${first.call} × ${first.fault}`
    return annotation(isBad(first) ? 'error' : 'warning', title, [first.message, ...also, first.replay])
  })
  return [verdict, ...causes].map((line) => `${line}\n`).join('')
}

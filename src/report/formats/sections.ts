// What a report says, as data without a layout. Text and Markdown show all of it; JUnit, CTRF and annotations show parts of it. Callers
// must pass the report through harmless() first.

import { count } from '../../text/count.ts'
import type { Finding, Report, RuleReport } from '../report.ts'
import {
  CERTAIN,
  describeBalance,
  describeCoverage,
  describeJudge,
  describeRun,
  describeWaited,
  headline,
  mayBeCertain,
  missingByScenario,
  rulesThat,
} from './describe.ts'

/** A title with a text, rows of cells, or both. */
export interface Section {
  readonly title: string
  readonly text?: string
  readonly rows?: readonly (readonly string[])[]
}

/** The hints of a small run would be longer than the run. */
const SMALL_RUN = 20

/** The lines below the verdict. */
export const listFigures = (report: Report) => [headline(report), ...describeBalance(report), describeRun(report), ...report.notices]

/** The lines of a finding, each with its name. */
export const listLines = (finding: Finding): (readonly [name: string, text: string])[] => [
  ['expected', finding.expected],
  ['observed', finding.observed],
  ['sign', finding.sign],
  ['unless', finding.dismissedBy],
  ['fix', finding.advice],
  ...(mayBeCertain(finding) ? [['certain', CERTAIN] as const] : []),
]

/** The facts below the findings, in the order of the formats. */
export function listFacts(report: Report): Section[] {
  const { unmetScenarios, assumptions, exchanges, waited } = report
  const silent = rulesThat(report, 'not-exercised')
  const isSmall = exchanges < SMALL_RUN
  const all: Section[] = [
    { title: 'The client waited', text: waited.total < 0.1 ? '' : describeWaited(report) },
    { title: 'Scenarios on a world that no call met', rows: unmetScenarios.map(({ world, scenario }) => [`world ${world}`, scenario]) },
    { title: 'Shown', text: namesOf(rulesThat(report, 'passed')) },
    { title: 'Ignored', rows: report.rules.flatMap(describeIgnored) },
    isSmall
      ? { title: 'Not exercised', text: exchanges === 0 || silent.length === 0 ? '' : `${namesOf(silent)}. The JSON format says how.` }
      : { title: 'Not exercised', rows: silent.map(({ rule, hint = '' }) => [rule, hint]) },
    { title: 'Coverage', text: describeCoverage(report) },
    {
      title: 'How to get the missing responses',
      rows: exchanges === 0 ? [] : [...missingByScenario(report)].map(([means, responses]) => [means, responses.join(', ')]),
    },
    { title: 'Assumptions behind replies that the client got', text: assumptions.map(({ id }) => id).join(', ') },
    { title: 'Judged by', text: `${describeJudge(report)}.` },
  ]
  return all.filter(({ text = '', rows = [] }) => text !== '' || rows.length > 0)
}

const namesOf = (rules: readonly RuleReport[]) => rules.map(({ rule }) => rule).join(', ')

function describeIgnored({ rule, ignored, findings }: RuleReport): string[][] {
  const exempted = findings.filter((finding) => ignored !== undefined || finding.exempted !== undefined)
  const why = ignored ?? exempted[0]?.exempted
  return why === undefined ? [] : [[rule, `${why} (${exempted.length === 0 ? 'nothing was found' : count(exempted.length, 'finding')})`]]
}

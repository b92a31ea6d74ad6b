// Renders the report as Markdown for GitHub, short enough for the summary of a job or a comment.

import type { Finding, Report } from '../../ground/generated/report.ts'
import { prose } from '../../ground/github.ts'
import { joinBlocks } from '../../ground/layout.ts'
import { count } from '../../ground/numbers.ts'
import { countingFindings, describeFailedCalls, listLines } from './describe.ts'
import { listFacts, listFigures, type Section } from './sections.ts'
import { describeLies, describeRuns, type Table } from './tables.ts'

/** A job summary may have 1 MiB, but nobody would read so much. */
const MAX_FINDINGS = 20
/** Room for the names of all rules in one line. */
const MAX_FACT = 1000

const ICONS = { passed: '✅', failed: '❌', 'not-judged': '⚪' } as const

export function renderMarkdown(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const found = countingFindings(report)
  const left = found.length - MAX_FINDINGS
  return joinBlocks([
    [`## ${ICONS[verdict]} ${prose(judgedBy.contract.title)} client: ${verdict}`],
    listFigures(report).map((line) => `${prose(line)}  `),
    reasons.length === 0 ? [] : ['**Why it failed**', '', ...reasons.map((reason) => `- ${prose(reason)}`)],
    ...renderRuns(report),
    found.length === 0 ? [] : [...HEAD, ...found.slice(0, MAX_FINDINGS).map(renderFinding)],
    left > 0 ? [`The other formats have ${count(left, 'more finding')}.`] : [],
    ...renderLies(report),
    foldFacts(report),
  ])
}

const row = (cells: readonly string[]) => `| ${cells.map((cell) => prose(cell)).join(' | ')} |`

function renderTable({ columns, rows }: Table): string[] {
  if (rows.length === 0) return []
  const cells = rows.map(({ name, words, others }) => [others === '' ? name : `${name} and ${others}`, ...words])
  return [row(['', ...columns]), `| --- |${' --- |'.repeat(columns.length)}`, ...cells.map(row)]
}

function renderRuns(report: Report): string[][] {
  const told = describeRuns(report)
  return told === undefined ? [] : [renderTable(told), [...told.whole, ...told.notes].map((line) => `${prose(line)}  `)]
}

function renderLies(report: Report): string[][] {
  const told = describeLies(report)
  if (told === undefined) return []
  return [[`**${prose(told.head)}**`], renderTable(told), told.unnoticed.map(({ sentence }) => `- ${prose(sentence)}`)]
}

const HEAD = ['| | finding | what happened |', '| --- | --- | --- |']

function renderFinding(finding: Finding): string {
  const { level, title, where } = finding
  const lines = listLines(finding).map((line) => prose(line.join(': ')))
  return `| ${level === 'fail' ? '❌' : '💡'} | **${prose(title)}**<br>${prose(where)} | ${lines.join('<br>')} |`
}

/** Folded, because a reader in a hurry does not need these facts. */
function foldFacts(report: Report): string[] {
  const failed: Section[] = report.facts.calls.length === 0 ? [] : [{ title: 'Calls that failed', text: describeFailedCalls(report) }]
  const lines = [...failed, ...listFacts(report)].flatMap(({ title, text = '', rows = [] }) => [
    `- ${prose(`${title}: ${text}`.trimEnd(), MAX_FACT)}`,
    ...rows.map((cells) => `  - ${prose(cells.join(': '))}`),
  ])
  return ['<details><summary>Coverage, pauses and rules that were not exercised</summary>', '', ...lines, '', '</details>']
}

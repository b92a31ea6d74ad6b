// Renders the report as Markdown for GitHub, short enough for the summary of a job or a comment.

import type { Finding, Report } from '../../ground/generated/report.ts'
import { prose } from '../../ground/github.ts'
import { count } from '../../ground/numbers.ts'
import { countingFindings, describeFailedCalls, listLines } from './describe.ts'
import { describeLies } from './lies.ts'
import { describeRuns } from './runs.ts'
import { listFacts, listFigures, type Section } from './sections.ts'

/** A job summary may have 1 MiB, but nobody would read so much. */
const MAX_FINDINGS = 20
/** Room for the names of all rules in one line. */
const MAX_FACT = 1000

const ICONS = { passed: '✅', failed: '❌', 'not-judged': '⚪' } as const

export function renderMarkdown(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const found = countingFindings(report)
  const left = found.length - MAX_FINDINGS
  const blocks = [
    [`## ${ICONS[verdict]} ${prose(judgedBy.contract.title)} client: ${verdict}`],
    listFigures(report).map((line) => `${prose(line)}  `),
    reasons.length === 0 ? [] : ['**Why it failed**', '', ...reasons.map((reason) => `- ${prose(reason)}`)],
    ...renderRuns(report),
    found.length === 0 ? [] : [...HEAD, ...found.slice(0, MAX_FINDINGS).map(renderFinding)],
    left > 0 ? [`The other formats have ${count(left, 'more finding')}.`] : [],
    ...renderLies(report),
    foldFacts(report),
  ]
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

const row = (cells: readonly string[]) => `| ${cells.map((cell) => prose(cell)).join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) => [
  row(heads),
  `|${' --- |'.repeat(heads.length)}`,
  ...rows.map(row),
]

function renderRuns(report: Report): string[][] {
  const told = describeRuns(report)
  if (told === undefined) return []
  const rows = told.table.rows.map(({ call, words, others }) => [others === '' ? call : `${call} and ${others}`, ...words])
  const lines = rows.length === 0 ? [] : table(['', ...told.table.columns], rows)
  return [lines, [...told.whole, ...told.legend, ...told.notes].map((line) => `${prose(line)}  `)]
}

function renderLies({ lies }: Report): string[][] {
  const told = describeLies(lies)
  if (told === undefined) return []
  const rows = told.rows.map(({ operation, words }) => [operation, ...words])
  return [[`**${prose(told.head)}**`], table(['', ...told.columns], rows), told.unnoticed.map(({ sentence }) => `- ${prose(sentence)}`)]
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

// The report as Markdown for GitHub, short enough for the summary of a job or a comment.

import type { Finding, Report } from '../../ground/generated/report.ts'
import { joinBlocks } from '../../ground/printable.ts'
import { count } from '../../ground/words.ts'
import { countingFindings, listFacts, listFigures, tellLines } from './describe.ts'
import { describeLies, describeRuns } from './tables.ts'

/** A job summary may have 1 MiB, but nobody would read so much. */
const MAX_FINDINGS = 20

export function renderMarkdown(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const [runs, lies] = [describeRuns(report), describeLies(report)]
  const found = countingFindings(report)
  const left = found.length - MAX_FINDINGS
  return joinBlocks([
    [`## ${verdict === 'passed' ? '✅' : '❌'} ${prose(judgedBy.contract.title)} client: ${verdict}`],
    listFigures(report).map((line) => `${prose(line)}  `),
    reasons.length === 0 ? [] : ['**Why it failed**', '', ...reasons.map((reason) => `- ${prose(reason)}`)],
    ...(runs ? [renderTable(runs.table), runs.notes.map((line) => `${prose(line)}  `)] : []),
    renderTable([['', 'finding', 'what happened']], found.slice(0, MAX_FINDINGS).map(renderFinding)),
    left > 0 ? [`The other formats have ${count(left, 'more finding')}.`] : [],
    ...(lies ? [[`**${prose(lies.head)}**`], renderTable(lies.table)] : []),
    (lies?.unnoticed ?? []).map(({ sentence }) => `- ${prose(sentence)}`),
    foldFacts(report),
  ])
}

/** The first row has the heads. `more` are further rows, which are Markdown already. */
function renderTable([heads = [], ...rows]: readonly (readonly string[])[], more: readonly string[][] = []): string[] {
  if (rows.length + more.length === 0) return []
  const escaped = [...[heads, ...rows].map((cells) => cells.map((cell) => prose(cell))), ...more]
  const [first = '', ...lines] = escaped.map((cells) => `| ${cells.join(' | ')} |`)
  return [first, `|${' --- |'.repeat(heads.length)}`, ...lines]
}

function renderFinding(finding: Finding): string[] {
  const { level, title, where } = finding
  const lines = tellLines(finding).map((line) => prose(line))
  return [level === 'fail' ? '❌' : '💡', `**${prose(title)}**<br>${prose(where)}`, lines.join('<br>')]
}

/** Folded, because a reader in a hurry does not need these facts. */
function foldFacts(report: Report): string[] {
  const lines = listFacts(report).flatMap(({ title, text = '', rows = [] }) => [
    `- ${prose(`${title}: ${text}`.trimEnd())}`,
    ...rows.map((cells) => `  - ${prose(cells.join(': '))}`),
  ])
  return ['<details><summary>More about the run</summary>', '', ...lines, '', '</details>']
}

/**
 * Escapes a text, so that Markdown shows it unchanged. After an @ comes a space without width, because GitHub looks for mentions after it
 * has removed the escapes. `invalid_body` and `a: b` need no escape.
 */
export const prose = (text: string) =>
  text
    .replaceAll(/[\\`*[\]<>|~$]|:(?=\/\/)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replaceAll(/www\./gi, 'www\\.')
    .replace(/^[-+#]|^(\d+)(?=[.)])/, (mark, digits) => (digits === undefined ? `\\${mark}` : `${digits}\\`))
    .replaceAll(/@(?=\w)/g, '@\u200b')

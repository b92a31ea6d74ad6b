// The report of a campaign as Markdown for GitHub: the table, and what happened in the runs that fail.

import { prose } from '../../report/formats/markdown.ts'
import { isBad, wordOf } from '../outcomes.ts'
import type { InjectReport } from '../report.ts'
import { CONFIRMED, endOf, groupsOf, headOf, labelOf, notesOf, rowsOf } from './text.ts'

/** The texts of the report must be harmless. */
export function renderMarkdown(report: InjectReport): string {
  const { faults, rows } = rowsOf(report)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['', ...faults]),
    row(['---', ...faults.map(() => '---')]),
    ...rows.map(({ call, others, cells }) =>
      row([
        `${prose(call)}${others.length === 0 ? '' : `<br>${prose(labelOf(others))}`}`,
        ...cells.map((word) => (word === word.toUpperCase() && word !== '.' ? `**${word}**` : word)),
      ]),
    ),
  ].join('\n')
  const told = groupsOf(report).map(({ first, others }) => {
    const also = others.length === 0 ? '' : ` (also in ${others.length} more)`
    const confirmed = isBad(first) ? CONFIRMED[first.confirmed] : ''
    return `- **${wordOf(first)}** ${prose(`${first.call} × ${first.fault}${also}: ${first.message}${confirmed}`)}<br>\`${first.replay.replaceAll('`', "'")}\``
  })
  const parts = [
    `## Fault injection: ${report.verdict}`,
    prose(headOf(report)),
    table,
    told.join('\n'),
    prose(notesOf(report)),
    endOf(report),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

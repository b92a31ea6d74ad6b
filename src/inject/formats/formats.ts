// The formats of a campaign's report: the same names as the formats of the report on a client. For JUnit each run is a test
// case. spec/inject.schema.json describes the JSON.

import type { InjectReport, RunReport } from '../../../spec/inject.ts'
import type { FormatName } from '../../examine/formats/formats.ts'
import { annotation, prose } from '../../text/github.ts'
import { harmless, printableLines } from '../../text/printable.ts'
import { type Case, renderJsonFile, renderJunit } from '../../text/test-results.ts'
import { isBad, wordOf } from '../outcomes.ts'
import { type Cause, type Summary, summarise } from './summary.ts'

/** How a report becomes a table with a sentence for each cause, and test cases. */
interface Shape<Report> {
  readonly title: string
  readonly summarise: (report: Report) => Summary
  readonly casesOf: (report: Report) => Case[]
}

/** The formats of a campaign, and of other reports on many runs of a suite. */
export const formatsOf = <Report extends { readonly seconds: number }>({
  title,
  summarise,
  casesOf,
}: Shape<Report>): Readonly<Record<FormatName, (report: Report) => string>> => ({
  text: (report) => renderText(summarise(report)),
  json: renderJsonFile,
  junit: (report) => renderJunit(casesOf(harmless(report)), { seconds: report.seconds }),
  markdown: (report) => renderMarkdown(title, summarise(harmless(report))),
  github: (report) => renderGithub(title.toLowerCase(), summarise(harmless(report))),
})

const join = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`

const renderText = ({ head, table, drift, legend, causes, notes, end }: Summary) =>
  printableLines(join([head, renderTable(table), drift, legend, ...causes.map(renderCause), notes, end]))

function renderTable({ faults, rows }: Summary['table']): string {
  const first = Math.max(...rows.flatMap(({ call, others }) => [call.length, others.length]))
  const widths = faults.map((name, at) => Math.max(name.length, ...rows.map(({ words }) => words[at]?.length ?? 0)))
  const line = (label: string, cells: readonly string[]) =>
    [label.padEnd(first), ...cells.map((cell, at) => cell.padEnd(widths[at] ?? 0))].join('  ').trimEnd()
  const lines = rows.flatMap(({ call, words, others }) => [line(call, words), ...(others === '' ? [] : [line(others, [`as ${call}`])])])
  return rows.length === 0 ? '' : [line('', faults), ...lines].join('\n')
}

function renderCause({ word, place, also, message, replay }: Cause): string {
  const indent = `\n${' '.repeat(word.length + 2)}`
  return `${word}  ${place}${withAlso(also)}${indent}${`${message}\n${replay}`.replaceAll('\n', indent)}`
}

const withAlso = (also: string) => (also === '' ? '' : ` (also ${also})`)

/** For GitHub. */
function renderMarkdown(title: string, { isFailed, head, table: { faults, rows }, drift, legend, causes, notes, end }: Summary) {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const loud = (word: string) => (/^[A-Z][^a-z]*$/.test(word) ? `**${word}**` : prose(word))
  const lines = rows.map(({ call, others, words }) =>
    row([`${prose(call)}${others === '' ? '' : `<br>${prose(others)}`}`, ...words.map(loud)]),
  )
  const told = causes.map(
    ({ word, place, also, message, replay }) =>
      `- **${word}** ${prose(`${place}${withAlso(also)}: ${message}`)}<br>\`${replay.replaceAll('`', "'")}\``,
  )
  const heading = `## ${title}: ${isFailed ? 'failed' : 'passed'}`
  const table = rows.length === 0 ? '' : [row(['', ...faults]), row(['---', ...faults.map(() => '---')]), ...lines].join('\n')
  return join([heading, prose(head), table, prose(drift), lineByLine(legend), told.join('\n'), lineByLine(notes), end])
}

/** Each line is escaped and cut by itself. */
const lineByLine = (text: string) =>
  text
    .split('\n')
    .map((line) => prose(line))
    .join('<br>\n')

/** Annotations of GitHub Actions: one for the verdict, and one for each cause. */
const renderGithub = (title: string, { isFailed, end, causes }: Summary) =>
  [
    annotation(isFailed ? 'error' : 'notice', title, [end]),
    ...causes.map(({ isBad, outcome, place, also, message, replay }) =>
      annotation(isBad ? 'error' : 'warning', `${outcome}: ${place}`, [message, ...(also === '' ? [] : [`also ${also}`]), replay]),
    ),
  ].join('')

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

export const INJECT_FORMATS = formatsOf<InjectReport>({ title: 'Fault injection', summarise, casesOf })

/** What `exec --inject` shows after its run. */
export function renderReplay(run: RunReport, file: string | undefined): string {
  const requests = file === undefined ? '--output run.har writes its requests into a file.' : `Its requests are in ${file}.`
  return printableLines(`\n${wordOf(run)}  ${run.call} × ${run.fault}\n${run.message}\n${requests}\n`)
}

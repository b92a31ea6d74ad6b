// The report of `exec --assume each`, in the formats of the report on a client.

import { renderJson } from '../../json/json.ts'
import { renderCtrfTests } from '../../report/formats/ctrf.ts'
import type { FormatName } from '../../report/formats/formats.ts'
import { annotation } from '../../report/formats/github.ts'
import { renderCases } from '../../report/formats/junit.ts'
import { type Style, wrap } from '../../report/formats/layout.ts'
import { prose } from '../../report/formats/markdown.ts'
import { harmless } from '../../report/formats/plain.ts'
import { count } from '../../text/count.ts'
import { createTable } from '../table.ts'
import type { ChoiceRun, ChoicesReport } from './run-choices.ts'

export const CHOICE_FORMATS: Readonly<Record<FormatName, (report: ChoicesReport, style?: Style) => string>> = {
  text: renderText,
  json: (report) => `${renderJson(report, 2)}\n`,
  junit: (report) => renderCases(casesOf(report), { seconds: report.seconds }),
  markdown: renderMarkdown,
  github: renderGithub,
  ctrf: (report) => renderCtrfTests(casesOf(report)),
}

const HEAD = ['alternative', 'exit code', 'verdict', 'what failed first']

const cellsOf = ({ choice, exitCode, verdict, failure }: ChoiceRun) => [choice, String(exitCode), verdict, failure]

const MAX_WIDTH = 100

function renderText(given: ChoicesReport, { width = MAX_WIDTH }: Partial<Style> = {}): string {
  const { runs } = harmless(given)
  const columns = HEAD.map((name, index) => ({ name, isFlexible: index === HEAD.length - 1 }))
  const table = createTable(columns, { width, paint: (_style, text) => text }).render(runs.map(cellsOf))
  const told = failedIn(runs).flatMap((run) => ['', ...wrap('', describeFailure(run), width), `  again: ${run.replay}`])
  return table + [...told, '', endOf(runs)].map((line) => `${line}\n`).join('')
}

function renderMarkdown(given: ChoicesReport): string {
  const { verdict, runs } = harmless(given)
  const row = (cells: readonly string[]) => `| ${cells.map(prose).join(' | ')} |`
  const table = [row(HEAD), `|${' --- |'.repeat(HEAD.length)}`, ...runs.map((run) => row(cellsOf(run)))].join('\n')
  const told = failedIn(runs).map((run) => `- ${prose(describeFailure(run))}<br>\`${run.replay.replaceAll('`', "'")}\``)
  return `${[`## Other choices: ${verdict}`, table, told.join('\n'), endOf(runs)].filter((part) => part !== '').join('\n\n')}\n`
}

function renderGithub(given: ChoicesReport): string {
  const { verdict, runs } = harmless(given)
  const lines = [
    annotation(verdict === 'passed' ? 'notice' : 'error', 'other choices', [endOf(runs)]),
    ...failedIn(runs).map((run) => annotation('error', run.choice, [describeFailure(run), run.failure, run.replay])),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const casesOf = (given: ChoicesReport) =>
  harmless(given).runs.map((run) => {
    const text = [run.summary, run.failure, run.replay].filter((line) => line !== '').join('\n')
    return { name: run.choice, ...(run.hasFailed ? { failure: { message: describeFailure(run), text } } : { remark: text }) }
  })

const failedIn = (runs: readonly ChoiceRun[]) => runs.filter(({ hasFailed }) => hasFailed)

function describeFailure({ choice, summary }: ChoiceRun): string {
  const [id] = choice.split('=')
  return `Your suite fails with ${choice}: "${summary.split('. ')[0]?.replace(/\.$/, '')}." Your client, or a test of it, depends on ${id}.`
}

function endOf(runs: readonly ChoiceRun[]): string {
  const ids = [...new Set(failedIn(runs).map(({ choice }) => choice.split('=')[0]))]
  const tried = `${count(runs.length, 'other choice')} tried`
  return ids.length === 0 ? `${tried}: your suite depends on none of them.` : `${tried}: your suite depends on ${ids.join(', ')}.`
}

// Renders the report for people, on a terminal or in the log of a CI job: first a box with the verdict, then the findings, then the
// calls that failed, then the facts.

import type { Finding, Report } from '../../ground/generated/report.ts'
import { columns, createPaint, joinBlocks, type Paint, type Style, wrap } from '../../ground/layout.ts'
import { count } from '../../ground/numbers.ts'
import { withoutCommands } from '../../ground/printable.ts'
import { countingFindings, describeCall, describeFailedCalls, describeHead, describeTry, listLines, wordOf } from './describe.ts'
import { listFacts, listFigures, type Section } from './sections.ts'
import { describeLies, describeRuns, type Table } from './tables.ts'

const WIDTH = 100
/** Tables and commands are not wrapped. */
const UNWRAPPED = Number.POSITIVE_INFINITY
const COMMANDS = ['to prove', 'replay']
/** This format shows at most this many findings. The JSON format shows all. */
const MAX_FINDINGS = 24
const MAX_CALLS = 10
const MAX_REASONS = 6

interface Page {
  readonly report: Report
  readonly paint: Paint
  readonly width: number
}

export function renderText(report: Report, style: Style = {}): string {
  const page = { report, paint: createPaint(style), width: Math.max(40, style.width ?? WIDTH) }
  const facts = listFacts(report).map((section) => renderSection(section, page))
  const blocks = [box(page), ...runs(page), findings(page), ...lies(report), report.campaign ? [] : calls(page), ...facts]
  return withoutCommands(joinBlocks(blocks))
}

/** The findings alone, for the message of an assertion. */
export function renderFindings(report: Report): string {
  const lines = findings({ report, paint: createPaint({}), width: WIDTH })
  return withoutCommands([...report.reasons.map((reason) => `- ${reason}`), ...(lines.length === 0 ? [] : ['', ...lines])].join('\n'))
}

/** The first lines, and how many are left out. */
function upTo(max: number, all: readonly string[], what: string): string[] {
  return all.length > max ? [...all.slice(0, max), `… and ${count(all.length - max, `more ${what}`)}`] : [...all]
}

/** The box has no right side, because wide letters would break it. */
function box({ report, paint, width }: Page): string[] {
  const { verdict, reasons } = report
  const colour = verdict === 'passed' ? 'green' : verdict === 'failed' ? 'red' : 'yellow'
  // The findings stand below, so the box has only the other reasons.
  const heads = countingFindings(report).map(describeHead)
  const others = reasons.filter((reason) => !heads.some((head) => reason.startsWith(head)))
  const lines = [
    ...upTo(MAX_REASONS, others, 'reason').flatMap((reason) => wrap('- ', reason, width - 2)),
    ...listFigures(report).flatMap((line) => wrap('', line, width - 2)),
  ]
  const title = `─ ${verdict.toUpperCase()} `
  return [
    paint(colour, `┌${title}${'─'.repeat(Math.max(0, width - title.length - 1))}`),
    ...lines.map((line) => `${paint(colour, '│')} ${line}`.trimEnd()),
    paint(colour, `└${'─'.repeat(width - 1)}`),
  ]
}

function findings(page: Page): string[] {
  const blocks = countingFindings(page.report).map((finding) => renderFinding(finding, page).join('\n'))
  return upTo(MAX_FINDINGS, blocks, 'finding').flatMap((block, index) => (index === 0 ? [block] : ['', block]))
}

function renderFinding(finding: Finding, { paint, width }: Page): string[] {
  const colour = finding.level === 'fail' ? 'red' : 'yellow'
  const [head = '', ...rest] = wrap('        ', describeHead(finding), width)
  return [
    paint(colour, wordOf(finding).padEnd(8)) + paint('bold', head.slice(8)),
    ...rest,
    // A command is copied, so it is not wrapped.
    ...listLines(finding).flatMap(([name, text]) => wrap(`  ${name.padEnd(10)}`, text, COMMANDS.includes(name) ? UNWRAPPED : width)),
  ]
}

function runs({ report, width }: Page): string[][] {
  const told = describeRuns(report)
  return told === undefined ? [] : [renderTable(told), [...told.whole], told.notes.flatMap((line) => wrap('', line, width))]
}

function lies(report: Report): string[][] {
  const told = describeLies(report)
  if (told === undefined) return []
  return [[told.head], renderTable(told), told.unnoticed.flatMap(({ sentence, replay }) => [`-  ${sentence}`, `   ${replay}`])]
}

function renderTable({ columns: heads, rows }: Table): string[] {
  const lines = rows.flatMap(({ name, words, others }) => [
    [name, ...words],
    ...(others === '' ? [] : [[others, `as ${name}, where they were tried`]]),
  ])
  return lines.length === 0 ? [] : columns([['', ...heads], ...lines], '', UNWRAPPED)
}

/** For a client that passed, one line is enough. */
function calls(page: Page): string[] {
  const { report, width } = page
  const all = report.facts.calls.length + report.facts.callsLeftOut
  if (all === 0) return []
  const isShort = report.verdict === 'passed'
  const shown = isShort ? [] : report.facts.calls.slice(0, MAX_CALLS)
  const timelines = shown.flatMap((call) => {
    const rows: (readonly string[])[] = call.tries.map(describeTry)
    if (call.triesLeftOut > 0) rows.splice(Math.ceil(rows.length / 2), 0, ['…', count(call.triesLeftOut, 'more call'), ''])
    return [...wrap('  ', describeCall(call), width), ...columns(rows, '      ', width)]
  })
  const more = all > shown.length && !isShort ? [`  … and ${count(all - shown.length, 'more call')}`] : []
  const text = `${describeFailedCalls(report)}${isShort ? '. The JSON format lists them.' : ''}`
  return [...renderSection({ title: 'Calls that failed', text }, page), ...timelines, ...more]
}

/** The title is painted after the lines are wrapped, because colours are letters too. */
function renderSection({ title, text = '', rows = [] }: Section, { paint, width }: Page): string[] {
  const [head = '', ...more] = wrap(`${title}:`, text === '' ? '' : ` ${text}`, width)
  return [(paint('bold', title) + head.slice(title.length)).trimEnd(), ...more.map((line) => line.trim()), ...columns(rows, '  ', width)]
}

// The report for people, on a terminal or in the log of a CI job: first a box with the verdict, then the findings, then the facts.

import type { Finding, Report } from '../../ground/generated/report.ts'
import { columns, createPaint, joinBlocks, type Look, type Style, withoutCommands, wrap } from '../../ground/printable.ts'
import { count } from '../../ground/words.ts'
import { type Block, countingFindings, describeHead, listFacts, listFigures, listLines } from './describe.ts'
import { describeLies, describeRuns } from './tables.ts'

const WIDTH = 100
const UNWRAPPED = Number.POSITIVE_INFINITY
const COMMANDS = ['to prove', 'replay']
/** The JSON format shows all. */
const MAX_FINDINGS = 24

export function renderText(report: Report, style: Style = {}): string {
  const look = { paint: createPaint(style), width: Math.min(WIDTH, Math.max(40, style.width || WIDTH)) }
  const [runs, lies] = [describeRuns(report), describeLies(report)]
  const blocks = [
    box(report, look),
    ...(runs ? [columns(runs.table, '', UNWRAPPED), runs.notes.flatMap((line) => wrap('', line, look.width))] : []),
    findings(report, look),
    ...(lies ? [[lies.head], columns(lies.table, '', UNWRAPPED)] : []),
    (lies?.unnoticed ?? []).flatMap(({ sentence, replay }) => [`-  ${sentence}`, `   ${replay}`]),
    ...listFacts(report).map((block) => renderBlock(block, look)),
  ]
  return withoutCommands(joinBlocks(blocks))
}

/** The findings alone, for the message of an assertion. */
export function renderFindings(report: Report): string {
  const lines = findings(report, { paint: createPaint({}), width: WIDTH })
  return withoutCommands([...report.reasons.map((reason) => `- ${reason}`), ...(lines.length === 0 ? [] : ['', ...lines])].join('\n'))
}

/** The box has no right side, because wide letters would break it. */
function box(report: Report, { paint, width }: Look): string[] {
  const { verdict, reasons } = report
  const colour = verdict === 'passed' ? 'green' : 'red'
  // The findings stand below, so the box has only the other reasons.
  const heads = countingFindings(report).map(describeHead)
  const others = reasons.filter((reason) => !heads.some((head) => reason.startsWith(head)))
  const lines = [
    ...others.flatMap((reason) => wrap('- ', reason, width - 2)),
    ...listFigures(report).flatMap((line) => wrap('', line, width - 2)),
  ]
  const title = `─ ${verdict.toUpperCase()} `
  return [
    paint(colour, `┌${title}${'─'.repeat(Math.max(0, width - title.length - 1))}`),
    ...lines.map((line) => `${paint(colour, '│')} ${line}`.trimEnd()),
    paint(colour, `└${'─'.repeat(width - 1)}`),
  ]
}

function findings(report: Report, look: Look): string[] {
  const found = countingFindings(report)
  const left = found.length - MAX_FINDINGS
  const blocks = found.slice(0, MAX_FINDINGS).map((finding) => ['', ...renderFinding(finding, look)])
  return [...blocks.flat(), ...(left > 0 ? ['', `… and ${count(left, 'more finding')}`] : [])].slice(1)
}

function renderFinding(finding: Finding, { paint, width }: Look): string[] {
  const colour = finding.level === 'fail' ? 'red' : 'yellow'
  const [head = '', ...rest] = wrap('        ', describeHead(finding), width)
  return [
    paint(colour, finding.level.toUpperCase().padEnd(8)) + paint('bold', head.slice(8)),
    ...rest,
    // A command is copied, so it is not wrapped.
    ...listLines(finding).flatMap(([name, text]) => wrap(`  ${name.padEnd(10)}`, text, COMMANDS.includes(name) ? UNWRAPPED : width)),
  ]
}

/** The title is painted after the lines are wrapped, because colours are letters too. A title that was wrapped itself has no colour. */
function renderBlock({ title, text = '', rows = [] }: Block, { paint, width }: Look): string[] {
  const [head = '', ...more] = wrap('', `${title}: ${text}`.trimEnd(), width)
  return [head.replace(title, paint('bold', title)), ...more, ...columns(rows, '  ', width)]
}

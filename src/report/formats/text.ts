// Renders the report for people, on a terminal or in the log of a CI job: first a box with the verdict, then the findings, then the
// facts. An empty section is left out.

import { count } from '../../text/count.ts'
import type { Report } from '../report.ts'
import {
  describeCall,
  describeCoverage,
  describeFailedCalls,
  describeJudge,
  describePlace,
  describeTry,
  describeWaited,
  type Found,
  findingsOf,
  headline,
  missingByScenario,
  rulesThat,
  unexercised,
} from './describe.ts'
import { columns, createPaint, type Paint, type Style, wrap } from './layout.ts'
import { harmless, shorten } from './plain.ts'

const WIDTH = 100
/** This format shows at most this many findings. The JSON format shows all. */
const MAX_FINDINGS = 40
const MAX_CALLS = 10
const MAX_REQUESTS = 5

interface Page {
  readonly report: Report
  readonly paint: Paint
  readonly width: number
}

export function renderText(report: Report, style: Style = {}): string {
  const page = { report: harmless(report), paint: createPaint(style), width: Math.max(40, style.width ?? WIDTH) }
  const sections = [box, findings, calls, waited, unmetScenarios, notExercised, coverage, assumptions, judge]
  const blocks = sections.map((section) => section(page)).filter((lines) => lines.length > 0)
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The findings alone, for the message of an assertion. */
export function renderFindings(given: Report): string {
  const report = harmless(given)
  const page = { report, paint: createPaint({}), width: WIDTH }
  const reasons = report.reasons.map((reason) => `- ${reason}`)
  return [...reasons, ...(findingsOf(report).length === 0 ? [] : ['', ...findings(page)])].join('\n')
}

/** The box has no right side, because wide letters would break it. */
function box({ report, paint, width }: Page): string[] {
  const { verdict, reasons, summary } = report
  const colour = verdict === 'passed' ? 'green' : 'red'
  const list = (title: string, sentences: readonly string[]) =>
    sentences.length === 0 ? [] : ['', title, ...sentences.flatMap((sentence) => wrap('  - ', sentence, width - 2))]
  const lines = [
    ...wrap('', headline(report), width - 2),
    ...list('Why it failed', reasons),
    ...list('Proven', summary.proven),
    ...notProven(report, width - 2),
  ]
  const title = `─ ${verdict.toUpperCase()} `
  return [
    paint(colour, `┌${title}${'─'.repeat(Math.max(0, width - title.length - 1))}`),
    ...lines.map((line) => `${paint(colour, '│')} ${line}`.trimEnd()),
    paint(colour, `└${'─'.repeat(width - 1)}`),
  ]
}

/** Only the names of the rules that were not exercised. A later section says how to exercise them. */
function notProven(report: Report, width: number): string[] {
  const names = rulesThat(report, 'not-exercised').map(({ rule }) => rule)
  return report.exchanges === 0 || names.length === 0 ? [] : ['', 'Not proven', ...wrap('  ', names.join(', '), width)]
}

function findings(page: Page): string[] {
  const all = findingsOf(page.report)
  const shown = all.slice(0, MAX_FINDINGS).flatMap((found, index) => [...(index === 0 ? [] : ['']), ...finding(found, page)])
  return all.length > MAX_FINDINGS ? [...shown, '', `… and ${count(all.length - MAX_FINDINGS, 'more finding')}`] : shown
}

function finding({ rule, finding }: Found, { paint, width }: Page): string[] {
  const { level, message, advice, requests } = finding
  const place = describePlace(finding)
  const shown = requests.slice(0, MAX_REQUESTS).map((id) => shorten(id, 60))
  const more = requests.length > MAX_REQUESTS ? ` and ${requests.length - MAX_REQUESTS} more` : ''
  const [head = '', ...rest] = wrap('        ', `${rule}${place === '' ? '' : `  ${place}`}`, width)
  return [
    paint(level === 'fail' ? 'red' : 'yellow', (level === 'fail' ? 'FAIL' : 'ADVICE').padEnd(8)) + paint('bold', head.slice(8)),
    ...rest,
    ...wrap('        ', message, width),
    ...wrap('        → ', advice, width),
    ...(shown.length === 0 ? [] : wrap('        ', `requests ${shown.join(' ')}${more}`, width).map((line) => paint('dim', line))),
  ]
}

/** For a client that passed, one line is enough. */
function calls({ report, paint, width }: Page): string[] {
  const all = report.calls.length + report.callsLeftOut
  if (all === 0) return []
  const title = paint('bold', 'Calls that failed at first: ') + describeFailedCalls(report)
  if (report.verdict === 'passed') return [`${title}. The JSON format lists them.`]
  const shown = report.calls.slice(0, MAX_CALLS)
  const left = all - shown.length
  return [
    title,
    ...shown.flatMap((call) => {
      const rows: (readonly string[])[] = call.tries.map(describeTry)
      if (call.triesLeftOut > 0) rows.splice(Math.ceil(rows.length / 2), 0, ['…', count(call.triesLeftOut, 'more try', 'more tries'), ''])
      return [...wrap('  ', describeCall(call), width), ...columns(rows, '      ', width)]
    }),
    ...(left > 0 ? [`  … and ${count(left, 'more call')}`] : []),
  ]
}

function waited({ report, paint }: Page): string[] {
  return report.waited.total < 0.1 ? [] : [paint('bold', 'The client waited ') + describeWaited(report)]
}

function unmetScenarios({ report: { unmetScenarios }, paint, width }: Page): string[] {
  if (unmetScenarios.length === 0) return []
  const title = 'Scenarios on a world that no call met'
  const rows = unmetScenarios.map(({ world, scenario }) => [`world ${world}`, scenario])
  return [paint('bold', title), ...columns(rows, '  ', width)]
}

function notExercised({ report, paint, width }: Page): string[] {
  const ignored = rulesThat(report, 'ignored').map(({ rule, ignored = '', findings }) => [
    rule,
    `${ignored}${findings.length === 0 ? ' (nothing was found)' : ` (${count(findings.length, 'finding')})`}`,
  ])
  const rows =
    report.exchanges === 0
      ? []
      : [...unexercised(report)].flatMap(([hint, rules]) => rules.map((rule, index) => [rule, index === 0 ? hint : `See ${rules[0]}.`]))
  return [
    ...(ignored.length === 0 ? [] : [paint('bold', 'Ignored'), ...columns(ignored, '  ', width)]),
    ...(rows.length === 0 ? [] : [paint('bold', 'Not exercised'), ...columns(rows, '  ', width)]),
  ]
}

function coverage({ report, paint, width }: Page): string[] {
  const title = paint('bold', 'Coverage: ') + describeCoverage(report)
  const rows = [...missingByScenario(report)].map(([bringOut, responses]) => [bringOut, responses.join(', ')])
  if (rows.length === 0 || report.exchanges === 0) return [title]
  return [title, 'How to get the missing responses:', ...columns(rows, '  ', width)]
}

/** GET /_sandbox/assumptions and docs/assumptions.md explain them. */
function assumptions({ report: { assumptions }, width }: Page): string[] {
  if (assumptions.length === 0) return []
  const ids = assumptions.map(({ id }) => id).join(', ')
  return wrap('', `Assumptions behind replies that the client got: ${ids}`, width)
}

function judge({ report, paint, width }: Page): string[] {
  return wrap('', `Judged by ${describeJudge(report)}.`, width).map((line) => paint('dim', line))
}

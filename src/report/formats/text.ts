// Renders the report for people, on a terminal or in the log of a CI job: first a box with the verdict, then the findings, then the
// facts. An empty section is left out.

import { count } from '../../text/count.ts'
import { countingFindings } from '../policy.ts'
import type { Report } from '../report.ts'
import {
  CERTAIN,
  describeBalance,
  describeCall,
  describeCoverage,
  describeEvidence,
  describeFailedCalls,
  describeJudge,
  describePlace,
  describeRun,
  describeTry,
  describeWaited,
  type Found,
  findingsOf,
  headline,
  mayBeCertain,
  missingByScenario,
  rulesThat,
} from './describe.ts'
import { columns, createPaint, type Paint, type Style, wrap } from './layout.ts'
import { harmless } from './plain.ts'

const WIDTH = 100
/** This format shows at most this many findings. The JSON format shows all. */
const MAX_FINDINGS = 24
const MAX_CALLS = 10
const MAX_REQUESTS = 3
const MAX_REASONS = 6
/** The hints of a small run would be longer than the run. */
const SMALL_RUN = 20

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
  const { verdict, reasons, notices } = report
  const colour = verdict === 'passed' ? 'green' : verdict === 'failed' ? 'red' : 'yellow'
  const left = reasons.length - MAX_REASONS
  const lines = [
    ...reasons.slice(0, MAX_REASONS).flatMap((reason) => wrap('- ', reason, width - 2)),
    ...(left > 0 ? [`- and ${count(left, 'more reason')}`] : []),
    headline(report),
    ...describeBalance(report).flatMap((line) => wrap('', line, width - 2)),
    ...wrap('', describeRun(report), width - 2),
    ...notices.flatMap((notice) => wrap('', notice, width - 2)),
  ]
  const title = `─ ${verdict.toUpperCase()} `
  return [
    paint(colour, `┌${title}${'─'.repeat(Math.max(0, width - title.length - 1))}`),
    ...lines.map((line) => `${paint(colour, '│')} ${line}`.trimEnd()),
    paint(colour, `└${'─'.repeat(width - 1)}`),
  ]
}

function findings(page: Page): string[] {
  const all = findingsOf(page.report)
  const shown = all.slice(0, MAX_FINDINGS).flatMap((found, index) => [...(index === 0 ? [] : ['']), ...finding(found, page)])
  return all.length > MAX_FINDINGS ? [...shown, '', `… and ${count(all.length - MAX_FINDINGS, 'more finding')}`] : shown
}

function finding({ rule, finding }: Found, { paint, width }: Page): string[] {
  const { level, confidence, expected, observed, sign, dismissedBy, advice, message, evidence } = finding
  const isFail = level === 'fail'
  const where = `${rule} · ${describePlace(finding)}`
  const [head = '', ...rest] = wrap('        ', confidence === 'likely' ? message : where, width)
  const more = evidence.length - MAX_REQUESTS
  const rows: (readonly [string, string])[] = [
    ...(confidence === 'likely' ? [['rule', where] as const] : []),
    ['expected', expected],
    ['observed', observed],
    ['sign', sign],
    ['unless', dismissedBy],
    ['fix', advice],
    ...(mayBeCertain(finding) ? [['certain', CERTAIN] as const] : []),
    ...evidence.slice(0, MAX_REQUESTS).map((one, index) => [index === 0 ? 'requests' : '', describeEvidence(one)] as const),
    ...(more > 0 ? [['', `and ${count(more, 'more request')}`] as const] : []),
  ]
  return [
    paint(isFail ? 'red' : 'yellow', (isFail ? 'FAIL' : 'ADVICE').padEnd(8)) + paint('bold', head.slice(8)),
    ...rest,
    ...rows.flatMap(([name, text]) => wrap(`  ${name.padEnd(10)}`, text, width)),
  ]
}

/** For a client that passed, one line is enough. */
function calls({ report, paint, width }: Page): string[] {
  const all = report.calls.length + report.callsLeftOut
  if (all === 0) return []
  const title = paint('bold', 'Calls that failed: ') + describeFailedCalls(report)
  if (report.verdict === 'passed') return [`${title}. The JSON format lists them.`]
  const shown = report.calls.slice(0, MAX_CALLS)
  const left = all - shown.length
  return [
    title,
    ...shown.flatMap((call) => {
      const rows: (readonly string[])[] = call.tries.map(describeTry)
      if (call.triesLeftOut > 0) rows.splice(Math.ceil(rows.length / 2), 0, ['…', count(call.triesLeftOut, 'more call'), ''])
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
  const ignored = report.rules.flatMap((rule) => {
    const left = rule.findings.length - countingFindings(rule, 'advice').length
    const why = rule.ignored ?? rule.findings.find(({ exempted }) => exempted !== undefined)?.exempted
    return why === undefined ? [] : [[rule.rule, `${why} (${left === 0 ? 'nothing was found' : count(left, 'finding')})`]]
  })
  const shown = rulesThat(report, 'passed').map(({ rule }) => rule)
  const silent = rulesThat(report, 'not-exercised')
  const names = silent.map(({ rule }) => rule).join(', ')
  const isFolded = report.exchanges < SMALL_RUN
  const rows = isFolded ? [] : silent.map(({ rule, hint = '' }) => [rule, hint])
  return [
    ...(shown.length === 0 ? [] : wrap(paint('bold', 'Shown: '), shown.join(', '), width)),
    ...(ignored.length === 0 ? [] : [paint('bold', 'Ignored'), ...columns(ignored, '  ', width)]),
    ...(rows.length === 0 ? [] : [paint('bold', 'Not exercised'), ...columns(rows, '  ', width)]),
    ...(isFolded && report.exchanges > 0 && names !== '' ? wrap('', `Not exercised: ${names}. The JSON format says how.`, width) : []),
  ]
}

function coverage({ report, paint, width }: Page): string[] {
  const title = paint('bold', 'Coverage: ') + describeCoverage(report)
  const rows = [...missingByScenario(report)].map(([reachWith, responses]) => [reachWith, responses.join(', ')])
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

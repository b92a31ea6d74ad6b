// What was measured, for people as Markdown tables, for programs as JSON. A dash is what a target cannot do or what
// failed; the reason stands below.

import { COLD_START } from './cold-start.ts'
import type { Figures } from './figures.ts'
import type { Verdict } from './goals.ts'
import { MEMORY } from './memory.ts'
import { COMMON } from './speed.ts'
import type { Target } from './targets.ts'

export interface Report {
  readonly targets: readonly Target[]
  readonly figures: Figures
  readonly verdicts: readonly Verdict[]
  /** Rivals that were left out, a line each. */
  readonly absent: readonly string[]
  /** How it was measured. */
  readonly conditions: string
}

const DASH = '—'
const KEY_FIGURES = [COLD_START, MEMORY.start, MEMORY.load]

export function renderJson({ targets, figures, verdicts, absent, conditions }: Report): string {
  const described = targets.map(({ name, version, renewal, note }) => ({ name, version, renewal, note }))
  return `${JSON.stringify({ conditions, targets: described, figures, failures: figures.failures, goals: verdicts, absent }, null, 2)}\n`
}

export function renderMarkdown(report: Report): string {
  const { targets, verdicts, conditions } = report
  const speed = [
    ['replies a second (beside the baseline)', ...COMMON.map(({ name }) => name)],
    ...targets.map((target) => speedRow(target, report)),
  ]
  const rest = [
    ['', 'cold start, ms', 'memory after start, MiB', 'after load, MiB', 'GET one, in the load'],
    ...targets.map((target) => restRow(target, report)),
  ]
  const curve = [
    ['memory in MiB, after', ...TENTHS.map((tenth) => `${tenth * 10} %`)],
    ...targets.map((target) => curveRow(target, report)),
  ]
  const goals = [
    ['goal', 'ratio', 'wanted', ''],
    ...verdicts.map(({ name, ratio, goal, isMet }) => [name, ratio?.toFixed(3) ?? 'not measured', goal, isMet ? 'met' : '**not met**']),
  ]
  return `${[conditions, table(speed), table(rest), table(curve), table(goals), footnotes(report)].filter(Boolean).join('\n\n')}\n`
}

const TENTHS = Array.from({ length: 10 }, (_, index) => index + 1)

/** A table whose first row is its head; nothing when no cell was measured. */
function table([head = [], ...rows]: readonly string[][]): string {
  if (rows.every(([, ...cells]) => cells.every((cell) => cell === DASH))) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const speedRow = (target: Target, { figures }: Report): string[] => [
  target.name,
  ...COMMON.map(({ name, request, size }) => {
    if (target.renewal === 'no state' && request === 'create' && size !== 100) return 'no state'
    return cell(figures, target.name, name)
  }),
]

const restRow = ({ name }: Target, { figures }: Report): string[] => [
  name,
  ...KEY_FIGURES.map((what) => cell(figures, name, what)),
  whole(figures.median(name, MEMORY.requests)),
]

const curveRow = ({ name }: Target, { figures }: Report): string[] => [
  name,
  ...TENTHS.map((tenth) => whole(figures.median(name, MEMORY.tenth(tenth)))),
]

function cell(figures: Figures, target: string, what: string): string {
  const ratio = target === 'baseline' ? undefined : figures.ratio([target, what], ['baseline', what])
  const value = whole(figures.median(target, what))
  return ratio === undefined ? value : `${value} (${ratio.toFixed(2)})`
}

const whole = (value: number | undefined) => (value === undefined ? DASH : Math.round(value).toLocaleString('en'))

function footnotes({ targets, figures, absent }: Report): string {
  return [
    ...targets.map(({ name, version, note }) => `${name}: ${version}${note ? `; ${note}` : ''}`),
    ...figures.failures.map(({ target, what, reason }) => `${target}, ${what}, failed: ${reason}`),
    ...absent,
  ]
    .map((line) => `- ${line}`)
    .join('\n')
}

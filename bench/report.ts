// Renders the figures as Markdown tables for people, and as JSON for programs. A dash means that a target cannot serve the load, or
// that the load failed. The reason is below the tables.

import { CASES, type Case, FIGURE } from './cases.ts'
import { COLD_START, LIBRARY } from './cold-start.ts'
import type { Figures } from './figures.ts'
import type { Verdict } from './goals.ts'
import { MEMORY } from './memory.ts'
import { OBSERVERS } from './observers/observers.ts'
import type { Target } from './targets.ts'
import { WORLDS } from './worlds.ts'

export interface Report {
  readonly targets: readonly Target[]
  readonly figures: Figures
  readonly verdicts: readonly Verdict[]
  /** One line for each rival that was left out. */
  readonly absent: readonly string[]
  /** Sentences that say how the figures were measured. */
  readonly conditions: readonly string[]
}

type Row = readonly string[]

const DASH = '—'
const KEY_FIGURES = [COLD_START, LIBRARY, MEMORY.start, MEMORY.load]
const TENTHS = Array.from({ length: 10 }, (_, index) => index + 1)
const SPEED_CASES = CASES.filter(({ part }) => part === 'speed')
const TAIL_CASES = CASES.filter(({ part }) => part === 'tail')
/** When the load generator is busier than this, it limits the rate. */
const BUSY = 0.9

export function renderJson({ targets, figures, verdicts, absent, conditions }: Report): string {
  const described = targets.map(({ name, version, renewal, note }) => ({ name, version, renewal, note }))
  return `${JSON.stringify({ conditions, targets: described, figures, failures: figures.failures, goals: verdicts, absent }, null, 2)}\n`
}

export function renderMarkdown(report: Report): string {
  const { targets, figures, verdicts, conditions } = report
  const names = SPEED_CASES.map(({ name }) => name)
  const perTarget = (head: Row, row: (target: Target) => Row) => table([head, ...targets.map((target) => [target.name, ...row(target)])])
  const parts = [
    conditions.join('\n'),
    perTarget(['processor time a request, µs (rate it allows)', ...names], (target) =>
      SPEED_CASES.map((one) => caseCell(one, target, costCell(figures, target.name, one.name))),
    ),
    perTarget(['replies a second', ...names], (target) =>
      SPEED_CASES.map((one) => caseCell(one, target, cell(figures, target.name, FIGURE.rate(one.name)))),
    ),
    ...TAIL_CASES.map(({ name }) => perTarget([`${name}, ms`, ...TAIL_HEAD], (target) => tailRow(figures, target.name, name))),
    perTarget(['', 'cold start, ms', 'library, ms', 'memory after start, MiB', 'after load, MiB', 'GET one, in the load'], ({ name }) => [
      ...KEY_FIGURES.map((what) => cell(figures, name, what)),
      whole(figures.median(name, MEMORY.requests)),
    ]),
    perTarget(['memory in MiB, after', ...TENTHS.map((tenth) => `${tenth * 10} %`)], ({ name }) =>
      TENTHS.map((tenth) => whole(figures.median(name, MEMORY.tenth(tenth)))),
    ),
    table([
      ['sandbox from its sources', 'processor time of GET one, µs'],
      ...[OBSERVERS.all, OBSERVERS.noJournal, OBSERVERS.noReport, OBSERVERS.none, OBSERVERS.noKoa].map(
        (name): Row => [name, decimals(figures.median(name, OBSERVERS.cost), 1)],
      ),
    ]),
    table([
      ['observers of GET one', 'part of the busy time'],
      ...(['record', 'examine'] as const).map(
        (room): Row => [`src/${room}/`, decimals(figures.median('sandbox', OBSERVERS.share(room)), 3)],
      ),
    ]),
    table([
      ['worlds', 'sandbox'],
      ...([WORLDS.first, WORLDS.old] as const).map((what): Row => [`${what}, ms`, decimals(figures.median('sandbox', what), 2)]),
      ...([WORLDS.one, WORLDS.thousand] as const).map((what): Row => [`${what}, MiB`, whole(figures.median('sandbox', what))]),
      ...([WORLDS.startFew, WORLDS.startMany] as const).map((what): Row => [`${what}, ms`, whole(figures.median('sandbox', what))]),
    ]),
    table([['goal', 'ratio', 'wanted', '', 'another measure'], ...verdicts.map(goalRow)]),
    footnotes(report),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const TAIL_HEAD = ['p50', 'p99', 'p99 of the best round', 'p99 uncorrected']

const tailRow = (figures: Figures, target: string, name: string): Row => [
  decimals(figures.median(target, FIGURE.p50(name)), 3),
  withRatio(
    decimals(figures.median(target, FIGURE.p99(name)), 2),
    target,
    figures.ratio([target, FIGURE.p99(name)], ['baseline', FIGURE.p99(name)]),
  ),
  decimals(figures.lowest(target, FIGURE.p99(name)), 2),
  decimals(figures.median(target, FIGURE.uncorrected(name)), 2),
]

function goalRow({ name, ratio, goal, outcome, also }: Verdict): Row {
  const besides = also?.ratio === undefined ? '' : `${also.ratio.toFixed(2)} ${also.how}`
  return [name, ratio?.toFixed(3) ?? DASH, goal, outcome === 'met' ? outcome : `**${outcome}**`, besides]
}

/** Renders a table. The first row is its head. The text is empty when no cell was measured. */
function table([head = [], ...rows]: readonly Row[]): string {
  if (rows.every(([, ...cells]) => cells.every((cell) => cell === DASH || cell === NO_STATE))) return ''
  const line = (cells: Row) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const NO_STATE = 'no state'

const caseCell = ({ request, size }: Case, { renewal }: Target, measured: string) =>
  renewal === 'no state' && request === 'create' && size !== 100 ? NO_STATE : measured

/** Less processor time allows a higher rate, so the ratio is the time of the baseline divided by the time of the target. */
function costCell(figures: Figures, target: string, name: string): string {
  const cost = FIGURE.cost(name)
  return withRatio(decimals(figures.median(target, cost), 1), target, figures.ratio(['baseline', cost], [target, cost]))
}

const cell = (figures: Figures, target: string, what: string) =>
  withRatio(whole(figures.median(target, what)), target, figures.ratio([target, what], ['baseline', what]))

const withRatio = (text: string, target: string, ratio: number | undefined) =>
  target === 'baseline' || ratio === undefined ? text : `${text} (${ratio.toFixed(2)})`

const whole = (value: number | undefined) => (value === undefined ? DASH : Math.round(value).toLocaleString('en'))

const decimals = (value: number | undefined, digits: number) =>
  value?.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }) ?? DASH

function footnotes({ targets, figures, absent }: Report): string {
  const limited = targets.flatMap(({ name: target }) =>
    SPEED_CASES.filter(({ name }) => (figures.median(target, FIGURE.busy(name)) ?? 0) > BUSY).map(
      ({ name }) => `${target}, ${name}: the load generator had no time left, so the rate is the rate of the generator, not of the server`,
    ),
  )
  return [
    ...targets.map(({ name, version, note }) => `${name}: ${version}${note ? `; ${note}` : ''}`),
    ...limited,
    ...figures.failures.map(({ target, what, reason }) => `${target}, ${what}, failed: ${reason}`),
    ...absent,
  ]
    .map((line) => `- ${line}`)
    .join('\n')
}

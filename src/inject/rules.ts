// What a campaign shows about the rules of the report. The suite knows nothing of the fault, so the end of the command is evidence too.

import type { Facts } from './facts.ts'
import { BURST, MAX_TRIES } from './outcomes.ts'
import { nameOf } from './plan.ts'
import type { OutcomeLevel, OutcomeName, ShownRule } from './report.ts'
import type { Run } from './run-suite.ts'
import { countBurst, countExtra, findEarly } from './tries.ts'

/** What the rules need to know of a run. */
interface Shown {
  readonly facts: Facts
  readonly outcome: OutcomeName
  readonly level: OutcomeLevel
}

type Test = (shown: Shown) => boolean

const MAX_RUNS = 20
/** A client that gives up closes its connection. The end of the program closes it too, but shows nothing about giving up. */
const BEFORE_END_MS = 100

const hasEnded: Test = ({ facts }) => facts.run.killedBy === undefined
const triedAgain: Test = ({ facts: { series } }) => series.some((one) => countExtra(one) > 0)
const isOf =
  (...faults: string[]): Test =>
  ({ facts }) =>
    faults.includes(facts.cell.fault)
const cameBack: Test = (shown) => shown.outcome === 'recovered' && triedAgain(shown)
const isRead: Test = ({ facts }) => facts.cell.place?.isRead === true

/** The rule about ids that are rounded. The report on the run judges it, because it needs no fault at a call. */
export const ROUNDING = 'keeps-int64'

/** What the report on the run says of rounded ids. */
export const findRounding = ({ report }: Run): string | undefined =>
  report.rules.find(({ rule }) => rule === ROUNDING)?.findings[0]?.message

/** The rule that the outcome of a run breaks. */
export function ruleOf({ cell, run, early, series }: Facts, outcome: OutcomeName): string | undefined {
  if (outcome === 'broke') return findRounding(run) === undefined ? undefined : ROUNDING
  if (outcome === 'duplicate') return 'no-blind-create-retry'
  if (outcome === 'stuck' || outcome === 'waited') return 'times-out'
  if (outcome !== 'hammered') return undefined
  if (early.length > 0) return 'honours-retry-after'
  if (cell.fault === 'expired') return 'gives-up-on-refusals'
  return series.some((one) => countExtra(one) > MAX_TRIES) ? 'gives-up' : 'backs-off'
}

/** The rules, each with the sign that a client keeps it. */
const RULES: Readonly<Record<string, Test>> = {
  'honours-retry-after': ({ facts: { series } }) =>
    series.some((one) => one.expected === 0 && countExtra(one) > 0 && findEarly(one).length === 0 && asked(one.calls[0])),
  'backs-off': ({ facts: { series } }) => series.some((one) => countExtra(one) > 1 && countBurst(one, BURST.ms) === 0),
  'gives-up': (shown) => isOf('outage')(shown) && triedAgain(shown) && hasEnded(shown) && shown.outcome === 'reported',
  'gives-up-on-refusals': (shown) => isOf('expired')(shown) && !triedAgain(shown) && hasEnded(shown) && shown.outcome === 'reported',
  'no-blind-create-retry': (shown) => shown.facts.cell.place?.creates === true && isOf('lost-reply', 'truncated')(shown) && hasEnded(shown),
  recovers: (shown) => isOf('rate-limited', 'unavailable')(shown) && cameBack(shown),
  'retries-safe-calls': (shown) => isOf('server-error', 'reset')(shown) && isRead(shown) && cameBack(shown),
  [ROUNDING]: ({ facts: { run } }) => run.report.rules.some(({ rule, verdict }) => rule === ROUNDING && verdict === 'passed'),
  'times-out': ({ facts: { gaveUp, faulted, run } }) => gaveUp && Number(faulted?.exchange.closed?.monotonic) < run.endedAt - BEFORE_END_MS,
}

const breaks = (rule: string, { facts, outcome, level }: Shown) =>
  rule === ROUNDING ? findRounding(facts.run) !== undefined : level === 'fail' && ruleOf(facts, outcome) === rule

const asked = (call: Facts['faulted']) =>
  Object.keys(call?.exchange.reply?.headers ?? {}).some((name) => name.toLowerCase() === 'retry-after')

export function showRules(all: readonly Shown[]): ShownRule[] {
  return Object.entries(RULES).map(([rule, isShown]) => {
    const broken = all.filter((one) => breaks(rule, one))
    const shown = broken.length > 0 ? broken : all.filter(isShown)
    const verdict = broken.length > 0 ? 'failed' : shown.length > 0 ? 'passed' : 'not-exercised'
    return { rule, verdict, runs: shown.slice(0, MAX_RUNS).map(({ facts }) => nameOf(facts.cell)) }
  })
}

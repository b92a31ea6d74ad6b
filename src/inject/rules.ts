// What a campaign shows about the rules of the report. The suite knows nothing of the fault, so the end of the command is evidence too.

import type { Facts } from './outcomes.ts'
import { type Cell, callOf, faultOf } from './plan.ts'
import type { OutcomeName, ShownRule } from './report.ts'
import type { Run } from './run-suite.ts'
import { countBurst, countExtra, findEarly } from './tries.ts'

/** What the rules need to know of a run. */
export interface Shown {
  readonly cell: Cell
  readonly facts: Facts
  readonly outcome: OutcomeName
  readonly fails: boolean
}

type Test = (shown: Shown) => boolean

const MAX_RUNS = 20
/** A client that gives up closes its connection. The end of the program closes it too, but shows nothing about giving up. */
const BEFORE_END_MS = 100
const TOO_LONG_S = 60

const hasEnded: Test = ({ facts }) => facts.run.killedBy === undefined
const triedAgain: Test = ({ facts: { series } }) => series.some((one) => countExtra(one) > 0)
const isOf =
  (...faults: string[]): Test =>
  ({ cell }) =>
    faults.includes(faultOf(cell))
const cameBack: Test = (shown) => shown.outcome === 'recovered' && triedAgain(shown)
const isRead: Test = ({ cell }) => 'place' in cell && cell.place.isRead

/** The rule about ids that are rounded. The report on the run judges it, because it needs no fault at a call. */
export const ROUNDING = 'keeps-int64'

/** What the report on the run says of rounded ids. */
export const findRounding = ({ report }: Run): string | undefined =>
  report.rules.find(({ rule }) => rule === ROUNDING)?.findings[0]?.message

const RULES: readonly (readonly [rule: string, broken: Test, shown: Test])[] = [
  [
    'honours-retry-after',
    ({ fails, outcome, facts }) => fails && outcome === 'hammered' && facts.early.length > 0,
    ({ facts: { series } }) =>
      series.some((one) => one.expected === 0 && countExtra(one) > 0 && findEarly(one).length === 0 && asked(one.calls[0])),
  ],
  [
    'backs-off',
    ({ fails, outcome, facts }) => fails && outcome === 'hammered' && facts.early.length === 0 && !isExpired(facts),
    ({ facts: { series } }) => series.some((one) => countExtra(one) > 1 && countBurst(one, 20) === 0),
  ],
  [
    'gives-up',
    ({ fails, facts }) => fails && facts.fault === 'outage' && facts.series.some((one) => countExtra(one) > 20),
    (shown) => isOf('outage')(shown) && triedAgain(shown) && hasEnded(shown) && shown.outcome === 'reported',
  ],
  [
    'gives-up-on-refusals',
    ({ fails, outcome, facts }) => fails && outcome === 'hammered' && isExpired(facts),
    (shown) => isOf('expired')(shown) && !triedAgain(shown) && hasEnded(shown) && shown.outcome === 'reported',
  ],
  [
    'no-blind-create-retry',
    ({ fails, outcome }) => fails && outcome === 'duplicate',
    (shown) => 'place' in shown.cell && shown.cell.place.creates && isOf('lost-reply', 'truncated')(shown) && hasEnded(shown),
  ],
  ['recovers', () => false, (shown) => isOf('rate-limited', 'unavailable')(shown) && cameBack(shown)],
  ['retries-safe-calls', () => false, (shown) => isOf('server-error', 'reset')(shown) && isRead(shown) && cameBack(shown)],
  [
    ROUNDING,
    ({ facts: { run } }) => findRounding(run) !== undefined,
    ({ facts: { run } }) => run.report.rules.some(({ rule, verdict }) => rule === ROUNDING && verdict === 'passed'),
  ],
  [
    'times-out',
    ({ outcome, facts }) => outcome === 'waited' && facts.slow >= TOO_LONG_S,
    ({ facts: { gaveUp, faulted, run } }) => gaveUp && Number(faulted?.exchange.closed?.monotonic) < run.endedAt - BEFORE_END_MS,
  ],
]

const isExpired = ({ fault }: Facts) => fault === 'expired'

const asked = (call: Facts['faulted']) =>
  Object.keys(call?.exchange.reply?.headers ?? {}).some((name) => name.toLowerCase() === 'retry-after')

export function showRules(all: readonly Shown[]): ShownRule[] {
  return RULES.map(([rule, isBroken, isShown]) => {
    const broken = all.filter(isBroken)
    const shown = broken.length > 0 ? broken : all.filter(isShown)
    const verdict = broken.length > 0 ? 'failed' : shown.length > 0 ? 'passed' : 'not-exercised'
    return { rule, verdict, runs: shown.slice(0, MAX_RUNS).map(({ cell }) => `${callOf(cell)}=${faultOf(cell)}`) }
  })
}

// What a campaign shows about the rules of the report. The suite knows nothing of the fault, so the end of the command is evidence too.

import type { OutcomeName, ShownRule } from '../../spec/inject.ts'
import { replyHeaderOf } from '../examine/record/retry-after.ts'
import { type Facts, ROUNDING } from './facts.ts'
import { hasBurst } from './outcomes.ts'
import { isCreation, isRead, type Place } from './places.ts'
import { nameOf } from './plan.ts'
import type { Done } from './trial.ts'

const MAX_RUNS = 20
/** A client that gives up closes its connection. The end of the program closes it too, but shows nothing about giving up. */
const BEFORE_END_MS = 100

type Shown = Facts & { readonly outcome: OutcomeName }

type Test = (shown: Shown) => boolean

const hasEnded: Test = ({ run }) => run.killedBy === undefined
const triedAgain: Test = ({ series }) => series.some(({ extra }) => extra > 0)
const isOf = ({ cell }: Facts, ...faults: string[]) => faults.includes(cell.fault)
const gaveUp: Test = (shown) => hasEnded(shown) && shown.outcome === 'reported'
const cameBack: Test = (shown) => shown.outcome === 'recovered' && triedAgain(shown)

/** The rules, each with the sign that a client keeps it. */
const RULES: Readonly<Record<string, Test>> = {
  'honours-retry-after': ({ series }) =>
    series.some(
      ({ expected, extra, early, calls: [first] }) =>
        expected === 0 &&
        extra > 0 &&
        early.length === 0 &&
        first !== undefined &&
        replyHeaderOf(first.exchange, 'retry-after') !== undefined,
    ),
  'backs-off': ({ series }) => series.some((one) => one.extra > 1 && !hasBurst(one)),
  'gives-up': (shown) => isOf(shown, 'outage') && triedAgain(shown) && gaveUp(shown),
  'gives-up-on-refusals': (shown) => isOf(shown, 'expired') && !triedAgain(shown) && gaveUp(shown),
  'no-blind-create-retry': (shown) => isAtCall(shown, isCreation) && isOf(shown, 'lost-reply', 'truncated') && hasEnded(shown),
  recovers: (shown) => isOf(shown, 'rate-limited', 'unavailable') && cameBack(shown),
  'retries-safe-calls': (shown) => isOf(shown, 'server-error', 'reset') && isAtCall(shown, isRead) && cameBack(shown),
  [ROUNDING]: ({ run }) => run.report.rules.some(({ rule, verdict }) => rule === ROUNDING && verdict === 'shown'),
  'times-out': ({ cell, faulted, run }) =>
    cell.fault === 'slow' &&
    faulted?.exchange.delivered === 'none' &&
    Number(faulted.exchange.closed?.monotonic) < run.endedAt - BEFORE_END_MS,
}

const isAtCall = ({ cell: { place } }: Facts, test: (place: Place) => boolean) => place !== undefined && test(place)

/** The rules that a run shows to be kept, if no run breaks them. */
export const listKept = (shown: Shown): readonly string[] => Object.keys(RULES).filter((rule) => RULES[rule]?.(shown))

const breaks = (rule: string, { run, hasRounded }: Done) => (rule === ROUNDING ? hasRounded : run.level === 'fail' && run.rule === rule)

export function showRules(all: readonly Done[]): ShownRule[] {
  return Object.keys(RULES).map((rule) => {
    const broken = all.filter((one) => breaks(rule, one))
    const shown = broken.length > 0 ? broken : all.filter(({ kept }) => kept.includes(rule))
    const verdict = broken.length > 0 ? 'failed' : shown.length > 0 ? 'passed' : 'not-exercised'
    return { rule, verdict, runs: shown.slice(0, MAX_RUNS).map(({ run }) => nameOf(run)) }
  })
}

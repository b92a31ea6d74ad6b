// What a run with a fault shows for a client: the rules that it keeps. The suite knows nothing of the fault, so the end of the command is
// evidence too.

import type { Examined } from './experiment.ts'
import { isCreation, isRead } from './reference.ts'
import { isOpenAtEnd, type Trial, waitAfter } from './trial.ts'

type Test = (examined: Examined) => boolean

const isOf = ({ trial: { planned } }: Examined, ...faults: string[]) => faults.includes(planned.fault.name)
const triedAgain = ({ series }: Trial) => series.some(({ calls, expected, hasUnknown }) => !hasUnknown && calls.length > expected)
const gaveUp: Test = ({ outcome }) => outcome.name === 'told'
const cameBack: Test = ({ outcome, trial }) => outcome.name === 'ok' && triedAgain(trial)
const isAt = ({ trial: { planned } }: Examined, test: typeof isRead) => planned.place !== undefined && test(planned.place)

/** The rules, each with the sign that a client keeps it. */
const SIGNS: Readonly<Record<string, Test>> = {
  'honours-retry-after': (one) => cameBack(one) && one.trial.faulted !== undefined && waitAfter(one.trial.faulted.exchange) > 0,
  'gives-up': (one) => isOf(one, 'outage') && triedAgain(one.trial) && gaveUp(one),
  'gives-up-on-refusals': (one) => isOf(one, 'expired') && !triedAgain(one.trial) && gaveUp(one),
  'no-blind-create-retry': (one) =>
    isAt(one, isCreation) && isOf(one, 'lost-reply', 'truncated') && ['ok', 'told'].includes(one.outcome.name),
  recovers: (one) => isOf(one, 'rate-limited', 'unavailable') && cameBack(one),
  'retries-safe-calls': (one) => isOf(one, 'server-error', 'reset') && isAt(one, isRead) && cameBack(one),
  'keeps-int64': ({ trial }) => trial.run.report?.rules.some(({ rule, verdict }) => rule === 'keeps-int64' && verdict === 'shown') === true,
  'times-out': (one) =>
    isOf(one, 'slow') &&
    one.trial.faulted?.exchange.delivered === 'none' &&
    one.trial.run.killedBy === undefined &&
    !isOpenAtEnd(one.trial),
}

export const shows = (rule: string, examined: Examined): boolean => SIGNS[rule]?.(examined) ?? false

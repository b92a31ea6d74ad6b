// What a run with a fault shows for a client: the rules that it keeps. The suite knows nothing of the fault, so the end of the command is
// evidence too.

import type { Controls } from './controls.ts'
import { type Examined, refuse } from './experiment.ts'
import { isCreation, isRead } from './reference.ts'
import { isOpenAtEnd, repeats, type Trial, waitAfter } from './trial.ts'

type Test = (examined: Examined) => boolean

const isOf = ({ trial: { planned } }: Examined, ...faults: string[]) => faults.includes(planned.fault.name)
const findTries = ({ series }: Trial) => series.find(({ calls, expected, hasUnknown }) => !hasUnknown && calls.length > expected)
const triedAgain = (trial: Trial) => findTries(trial) !== undefined
const gaveUp: Test = ({ outcome }) => outcome.name === 'told'
const cameBack: Test = ({ outcome, trial }) => outcome.name === 'ok' && triedAgain(trial)
const isAt = ({ trial: { planned } }: Examined, test: typeof isRead) => planned.place !== undefined && test(planned.place)

/** The rules, each with the sign that a client keeps it. */
const SIGNS: Readonly<Record<string, Test>> = {
  'honours-retry-after': (one) => cameBack(one) && one.trial.faulted !== undefined && waitAfter(one.trial.faulted.exchange) > 0,
  'gives-up': (one) => isOf(one, 'outage') && triedAgain(one.trial) && gaveUp(one),
  'gives-up-on-refusals': (one) => isOf(one, 'expired') && !triedAgain(one.trial) && gaveUp(one),
  'no-blind-create-retry': (one) =>
    isAt(one, isCreation) &&
    isOf(one, 'lost-reply', 'truncated') &&
    ['ok', 'told'].includes(one.outcome.name) &&
    one.trial.repeated.length === 0,
  recovers: (one) => isOf(one, 'rate-limited', 'unavailable') && cameBack(one),
  'retries-safe-calls': (one) => isOf(one, 'server-error', 'reset') && isAt(one, isRead) && cameBack(one),
  'keeps-int64': ({ trial }) => trial.run.report?.rules.some(({ rule, verdict }) => rule === 'keeps-int64' && verdict === 'shown') === true,
  'times-out': (one) =>
    isOf(one, 'slow') &&
    one.trial.faulted?.exchange.delivered === 'none' &&
    one.trial.run.killedBy === undefined &&
    !isOpenAtEnd(one.trial),
}

/** The rules that a client may show by coming back. The suite may have come back instead, so these signs need a control. */
const RETURNS = ['honours-retry-after', 'recovers', 'retries-safe-calls', 'times-out']

/** Plays the controls of the signs that need one, until one shows that the client came back. Resolves with the runs that show it. */
export async function confirmReturns(all: readonly Examined[], controls: Controls): Promise<ReadonlySet<Examined>> {
  const confirmed = new Set<Examined>()
  for (const rule of RETURNS)
    for (const one of all.filter((examined) => examined.trial.planned.fault.lie === undefined && SIGNS[rule]?.(examined))) {
      const series = findTries(one.trial)
      const refused = series && (await refuse(series, one.trial.planned, controls))
      if (series !== undefined && (refused === undefined || repeats(refused, series))) continue
      confirmed.add(one)
      break
    }
  return confirmed
}

export const shows = (rule: string, examined: Examined, confirmed: ReadonlySet<Examined>): boolean =>
  SIGNS[rule]?.(examined) === true && (!RETURNS.includes(rule) || confirmed.has(examined))

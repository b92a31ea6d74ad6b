// What the runs of a campaign show for a client: the rules that it keeps. The suite knows nothing of the fault, so the end of the command
// is evidence too.

import type { Controls } from './controls.ts'
import { type Examined, refuse } from './experiment.ts'
import { isCreation } from './reference.ts'
import { isOpenAtEnd, repeats, type Trial, waitAfter } from './trial.ts'

type Sign = (examined: Examined) => boolean

const isOf = ({ trial: { planned } }: Examined, ...faults: string[]) => faults.includes(planned.fault.name)
const findTries = ({ series }: Trial) => (series && !series.hasUnknown && series.calls.length > series.expected ? series : undefined)
const triedAgain = ({ trial }: Examined) => findTries(trial) !== undefined
const gaveUp: Sign = ({ outcome }) => outcome === 'told'
const cameBack: Sign = (one) => one.outcome === 'ok' && triedAgain(one)

/** The rules, each with the sign that a client keeps it. */
const SIGNS: Readonly<Record<string, Sign>> = {
  'gives-up': (one) => isOf(one, 'outage') && triedAgain(one) && gaveUp(one),
  'gives-up-on-refusals': (one) => isOf(one, 'expired') && !triedAgain(one) && gaveUp(one),
  'no-blind-create-retry': (one) =>
    isOf(one, 'lost-reply', 'truncated') &&
    one.trial.planned.place !== undefined &&
    isCreation(one.trial.planned.place) &&
    ['ok', 'told'].includes(one.outcome) &&
    one.trial.repeated.length === 0,
  'keeps-int64': ({ trial }) => trial.run.report?.rules.some(({ rule, verdict }) => rule === 'keeps-int64' && verdict === 'shown') === true,
}

/** Rules that a client may show by coming back. The suite may have come back instead, so these signs need a control. */
const RETURNS: typeof SIGNS = {
  'honours-retry-after': (one) => cameBack(one) && one.trial.faulted !== undefined && waitAfter(one.trial.faulted.exchange) > 0,
  'times-out': (one) =>
    isOf(one, 'slow') &&
    one.trial.faulted?.exchange.delivered === 'none' &&
    one.trial.run.killedBy === undefined &&
    !isOpenAtEnd(one.trial),
}

/** The rules that these runs show. Plays the controls of the signs that need one, until one shows that the client came back. */
export async function listShown(all: readonly Examined[], controls: Controls): Promise<ReadonlySet<string>> {
  const runs = all.filter(({ seen }) => seen.looksLike === undefined)
  const shown = new Set(Object.keys(SIGNS).filter((rule) => runs.some((one) => SIGNS[rule]?.(one))))
  for (const [rule, sign] of Object.entries(RETURNS))
    for (const one of runs.filter(sign)) {
      const series = findTries(one.trial)
      const refused = series && (await refuse(series, one.trial.planned, controls))
      if (series !== undefined && (refused === undefined || repeats(refused, series))) continue
      shown.add(rule)
      break
    }
  return shown
}

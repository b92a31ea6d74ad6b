// The rules that a client keeps, as the runs of a campaign show. The suite knows nothing of the fault, so its end is evidence too.

import type { PlayControl } from './controls.ts'
import { refuse } from './experiment.ts'
import { isCreation } from './reference.ts'
import type { Examined } from './suspicions.ts'
import { type EqualCalls, hasSameKey, isOpenAtEnd, repeats, waitAfter } from './trial.ts'

/** Whether a run shows that the client keeps a rule. The suite may have made equal calls instead, so equal calls need a control. */
type Sign = (examined: Examined, all: readonly Examined[]) => boolean | EqualCalls

const isOf = ({ planned: { fault } }: Examined, ...faults: string[]) => faults.includes(fault.name)
const findTries = ({ equalCalls }: Examined) =>
  equalCalls && !equalCalls.hasUnknown && equalCalls.calls.length > equalCalls.expected ? equalCalls : undefined

const SIGNS: Readonly<Record<string, Sign>> = {
  'gives-up': (one) => isOf(one, 'outage') && one.outcome === 'told' && (findTries(one) ?? false),
  'gives-up-on-refusals': (one, all) =>
    isOf(one, 'expired') && one.outcome === 'told' && !all.some((other) => isOf(other, 'expired') && findTries(other) !== undefined),
  'no-blind-create-retry': (one) =>
    isOf(one, 'lost-reply', 'truncated') && one.faulted !== undefined && isCreation(one.faulted) && one.repeated.length === 0,
  'keeps-int64': ({ report }) => report?.rules.some(({ rule, verdict }) => rule === 'keeps-int64' && verdict === 'shown') === true,
  'honours-retry-after': (one) => {
    const { faulted, outcome } = one
    const tries = findTries(one)
    if (outcome !== 'ok' || faulted === undefined || tries === undefined || waitAfter(faulted.exchange) === 0) return false
    return tries.calls.every((call) => hasSameKey(call, faulted)) && tries
  },
  'times-out': (one) =>
    isOf(one, 'slow') &&
    one.faulted?.exchange.delivered === 'none' &&
    one.killedBy === undefined &&
    !isOpenAtEnd(one) &&
    (findTries(one) ?? true),
}

/** Plays the controls that signs need, until one shows that the client came back. */
export async function listShown(all: readonly Examined[], playControl: PlayControl): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  for (const [rule, see] of Object.entries(SIGNS))
    for (const one of all) {
      const sign = one.level === 'pass' && see(one, all)
      const refused = typeof sign === 'object' ? await refuse(sign, one.planned, playControl) : undefined
      if (sign === false || (sign !== true && (refused === undefined || repeats(refused, sign)))) continue
      shown.add(rule)
      break
    }
  return shown
}

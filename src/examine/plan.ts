// The runs of a campaign: each call with each fault that suits it. The runs that show most come first.

import type { CampaignFacts } from '../ground/generated/report.ts'
import { count, listSome, quote } from '../ground/words.ts'
import type { Fault } from './faults.ts'
import type { InjectOptions } from './generated/inject-options.ts'
import { isRead, type Place, shapeOf } from './reference.ts'

export interface PlannedRun {
  /** `createPet#2`, for a lie `createPet`, for the whole run `*`. */
  readonly call: string
  readonly fault: Fault
  /** Absent for a lie, and for a fault of the whole run. */
  readonly place?: Place
  /** The equal calls after this call get the fault too. */
  readonly isForGood?: boolean
  /** The user sees what the suite writes. */
  readonly isShown?: boolean
}

export const WHOLE_RUN = '*'

/** `createPet#1=lost-reply` */
export const nameOf = ({ call, fault }: { readonly call: string; readonly fault: string }) => `${call}=${fault}`

export const replayWith = ({ call, fault: { name } }: PlannedRun, command: readonly string[], options = '') =>
  `petstore-sandbox exec --inject '${nameOf({ call, fault: name })}' ${options}-- ${command.map(quote).join(' ')}`

export const MAX_NAMES = 4

/** "left out: limited to 200 runs: createPet#2=slow, createPet#2=outage and 7 more", for each reason. */
export const describeLeftOut = (leftOut: CampaignFacts['leftOut']) =>
  [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, runs]) => `left out: ${reason}: ${listSome(runs.map(nameOf), MAX_NAMES)}`)

/** The answers before `scenario` in src/serve/journey/journey.ts, which this room may not import. */
const EARLY: ReadonlySet<string> = new Set(['http', 'credentials', 'ban', 'rate-limit'])

const isRefused = ({ exchange }: Place) => EARLY.has(exchange.answeredBy)

const DEFAULT_RUNS = 200
/** Clients mostly treat a fault alike at all calls of one shape. So a fault is tried at this many of them. */
const CALLS_OF_ONE_SHAPE = 3

export type Plan = Readonly<ReturnType<typeof createPlan>>

/**
 * The first call of each operation comes first, because later calls mostly repeat its outcome. Then come the faults of the whole run, the
 * other calls of each operation, the last one first, and the lies.
 */
export function createPlan(places: readonly Place[], faults: readonly Fault[], lies: readonly PlannedRun[], options: InjectOptions) {
  const { only, runs = DEFAULT_RUNS, quick = false } = options
  const isMeant = (...names: readonly string[]) => only === undefined || names.some((name) => only.includes(name))
  const wanted = places.filter(({ call, operation }) => isMeant(call, operation))
  const firstRead = places.find((place) => isRead(place) && !isRefused(place))
  const runsAt = (place: Place): PlannedRun[] =>
    faults
      .filter(({ group, suits }) => group === 'errors' && !isRefused(place) && suits?.(place, place === firstRead) !== false)
      .map((fault) => ({ call: place.call, fault, place }))
  const byOperation = [...Map.groupBy(wanted, ({ operation }) => operation).values()]
  const later = byOperation.flatMap(([, ...others]) => others.reverse())
  const whole = faults.filter(({ group, name }) => group !== 'errors' && isMeant(name))
  const all: PlannedRun[] = [
    ...byOperation.flatMap((calls) => calls.slice(0, 1)).flatMap(runsAt),
    ...whole.map((fault) => ({ call: WHOLE_RUN, fault })),
    ...later.flatMap(runsAt),
    ...lies.filter(({ call }) => isMeant(call)),
  ]
  const [limit, most] = runs === 'all' ? [all.length, all.length] : [runs, quick ? 1 : CALLS_OF_ONE_SHAPE]
  const ofKind = Map.groupBy(all, ({ call, fault, place }) => `${fault.name} ${place ? shapeOf(place) : call}`)
  // A call that only one of the runs without a fault has may not come again. So it is the last choice.
  const changes = ({ place }: PlannedRun) => Number(place?.isUnstable ?? false)
  const picked = new Set([...ofKind.values()].flatMap((alike) => alike.toSorted((a, b) => changes(a) - changes(b)).slice(0, most)))
  const [varied, equal] = [all.filter((run) => picked.has(run)), all.filter((run) => !picked.has(run))]
  return {
    runs: varied.slice(0, limit),
    leftOut: [
      ...wanted.filter(isRefused).map(({ call, exchange }) => ({
        call,
        fault: '*',
        reason: `refused with ${exchange.reply?.status} before a fault can act`,
      })),
      ...leaveOut(varied.slice(limit), `limited to ${runs} runs`),
      ...leaveOut(equal, `limited to ${count(most, 'similar call')}`),
    ],
  }
}

export const leaveOut = (runs: readonly PlannedRun[], reason: string) =>
  runs.map(({ call, fault }) => ({ call, fault: fault.name, reason }))

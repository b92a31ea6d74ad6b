// The runs of a campaign: each call with each fault that suits it. The runs that show most come first.

import type { CampaignFacts } from '../ground/generated/report.ts'
import { count, listSome } from '../ground/numbers.ts'
import type { Fault } from './faults.ts'
import type { InjectOptions } from './options.ts'
import { isRead, type Place } from './reference.ts'

/** One planned run: a fault at a call, or a fault of the whole run. */
export interface PlannedRun {
  /** For people: `createPet#2`, or `*` for the whole run. */
  readonly call: string
  readonly fault: Fault
  /** The call that gets the fault; absent when the whole run gets it. */
  readonly place?: Place
  /** Whether the equal calls after it get the fault too. */
  readonly isForGood?: boolean
  /** Whether the first call that the runs without a fault do not have gets the fault too: a retry, or a look for the item. */
  readonly isTwice?: boolean
}

/** The fault with the name that it has when it comes twice. */
export const twice = (fault: Fault): Fault => ({ ...fault, name: `${fault.name}+${fault.name}` })

export const WHOLE_RUN = '*'

/** For people: `createPet#1=lost-reply`. */
export const nameOf = ({ call, fault }: { readonly call: string; readonly fault: string }) => `${call}=${fault}`

/** `w3/createPet` of `w3/createPet#2`. */
export const withoutNumber = (call: string) => call.replace(/#\d+$/, '')

export const MAX_NAMES = 4

/** Why a run was left out when the campaign ended early. */
export const INTERRUPTED = 'interrupted'

/** "left out: 2 runs: more than 200 runs: createPet#2=slow, createPet#2=outage", for each reason. */
export const describeLeftOut = (leftOut: CampaignFacts['leftOut']) =>
  [...Map.groupBy(leftOut, ({ reason }) => reason)].map(
    ([reason, runs]) => `left out: ${count(runs.length, 'run')}: ${reason}: ${listSome(runs.map(nameOf), MAX_NAMES)}`,
  )

/** Answers that refuse a call before a scenario can act. */
const EARLY: ReadonlySet<string> = new Set(['http', 'credentials', 'ban', 'rate-limit'])

const isRefused = ({ exchange }: Place) => EARLY.has(exchange.answeredBy)

const DEFAULT_RUNS = 200

/** The faults that find most on real clients. A quick campaign plays each at the first call of each operation that it suits. */
const QUICK: ReadonlySet<string> = new Set(['lost-reply', 'rate-limited', 'truncated'])

export interface Plan {
  readonly runs: readonly PlannedRun[]
  readonly leftOut: CampaignFacts['leftOut']
}

/**
 * Later calls of an operation mostly repeat the outcome of the first. So the first call of each operation comes first with all faults,
 * then the faults of the whole run, then the last call of each operation, then the calls between them, and then the lies. Runs that an
 * earlier report asks for come before all others.
 */
export function createPlan(
  places: readonly Place[],
  faults: readonly Fault[],
  lies: readonly PlannedRun[],
  { only, runs = DEFAULT_RUNS, quick = false, again = [] }: Pick<InjectOptions, 'only' | 'runs' | 'quick' | 'again'>,
): Plan {
  const isMeant = (...names: readonly string[]) => only === undefined || names.some((name) => only.includes(name))
  const wanted = places.filter(({ call, operation }) => isMeant(call, operation, withoutNumber(call)))
  const leftOut: CampaignFacts['leftOut'][number][] = wanted.filter(isRefused).map(({ call, exchange }) => ({
    ...{ call, fault: '*', reason: `it is refused with ${exchange.reply?.status} before a fault can act` },
  }))
  const firstRead = places.find((place) => isRead(place) && !isRefused(place))
  const ofCalls = faults.filter(({ group }) => group === 'errors')
  const runsAt = (place: Place): PlannedRun[] => {
    const suiting = ofCalls.filter(({ suits }) => suits?.(place, place === firstRead) !== false)
    return isRefused(place) ? [] : suiting.map((fault) => ({ call: place.call, fault, place }))
  }
  const byOperation = [...Map.groupBy(wanted, ({ operation }) => operation).values()]
  const firsts = byOperation.flatMap((calls) => calls.slice(0, 1))
  const lasts = byOperation.flatMap((calls) => calls.slice(1).slice(-1))
  const between = byOperation.flatMap((calls) => calls.slice(1, -1))
  const ofRun = faults.filter(({ group, name }) => group !== 'errors' && isMeant(name))
  const whole = ofRun.map((fault): PlannedRun => ({ call: WHOLE_RUN, fault }))
  const all = [...firsts.flatMap(runsAt), ...whole, ...[...lasts, ...between].flatMap(runsAt), ...lies]
  const asked = new Set(again.map(nameOf))
  const isAsked = ({ call, fault }: PlannedRun) => asked.has(nameOf({ call, fault: fault.name }))
  const ofKind = Map.groupBy(wanted.flatMap(runsAt), ({ place, fault }) => `${place?.operation} ${fault.name}`)
  const isQuick = ({ call, place, fault }: PlannedRun) =>
    QUICK.has(fault.name) && ofKind.get(`${place?.operation} ${fault.name}`)?.[0]?.call === call
  const picked = quick ? all.filter(asked.size > 0 ? isAsked : isQuick) : all
  const sorted = [...picked.filter(isAsked), ...picked.filter((run) => !isAsked(run))]
  const limit = runs === 'all' ? sorted.length : runs
  const leave = (some: readonly PlannedRun[], reason: string) => some.map(({ call, fault }) => ({ call, fault: fault.name, reason }))
  leftOut.push(...leave(sorted.slice(limit), `more than ${runs} runs`))
  if (quick)
    leftOut.push(
      ...leave(
        all.filter((run) => !picked.includes(run)),
        'a quick campaign',
      ),
    )
  return { runs: sorted.slice(0, limit), leftOut }
}

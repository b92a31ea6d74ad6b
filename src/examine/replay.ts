// Plays one run of a campaign again, as the campaign does: reference, fault, and controls before an accusation. The run with the fault is
// shown live.

import type { Exchange } from '../ground/generated/control.ts'
import type { Report } from '../ground/generated/report.ts'
import { listSome } from '../ground/numbers.ts'
import { StartError } from '../ground/problem.ts'
import { type CampaignParts, createCampaign, unknown } from './campaign.ts'
import { composeCampaign } from './compose-campaign.ts'
import { type Campaign, createControls } from './controls.ts'
import { examine } from './experiment.ts'
import { createFaults, type Fault } from './faults.ts'
import type { InjectOptions } from './options.ts'
import { nameOf, type PlannedRun, twice, WHOLE_RUN } from './plan.ts'
import type { Place } from './reference.ts'
import { confirmReturns } from './shown.ts'
import { planLies } from './tell-lies.ts'

export interface ReplayOptions
  extends Pick<InjectOptions, 'command' | 'slow' | 'timeout' | 'plan' | 'env' | 'sandbox' | 'signal' | 'policy'> {
  /** The call and its fault, as a report names them: `createPet#1=lost-reply`, `w3/createPet#1=lost-reply`, `*=big-ids`. */
  readonly inject: string
}

/** An error names at most this many calls of the suite. */
const MAX_CALLS = 20

export interface Replayed {
  readonly report: Report
  /** The requests of the run with the fault. */
  readonly exchanges: readonly Exchange[]
}

export async function replay(options: ReplayOptions, parts: CampaignParts): Promise<Replayed> {
  const started = performance.now()
  const wanted = parseInject(options.inject)
  const faults = createFaults(parts.later, parts.contract.assumptions, options.slow)
  const known = isLie(wanted) ? undefined : findFault(wanted, faults)
  const campaign = await createCampaign(options, parts)
  const planned = known === undefined ? findLie(wanted, campaign) : planRun(wanted, known, campaign)
  const live = { ...campaign, suite: { ...campaign.suite, isShown: true } }
  const controls = createControls(campaign)
  const examined = await examine(live, controls, planned)
  if (campaign.suite.signal.aborted) throw new StartError('the run was interrupted', 130)
  if (examined === undefined) throw new StartError(`the fault met no call: no run made the call ${wanted.call} again`)
  const results = {
    runs: new Map([[planned, examined]]),
    spared: new Map(),
    confirmed: await confirmReturns([examined], controls),
  }
  const seconds = (performance.now() - started) / 1000
  return {
    report: composeCampaign(campaign, { runs: [planned], leftOut: [] }, results, seconds, options.policy),
    exchanges: examined.trial.run.exchanges,
  }
}

/** A lie is about all replies of an operation: `listPets=name:other`. */
const isLie = ({ call }: Wanted) => call !== WHOLE_RUN && !call.includes('#')

function findLie({ call, name }: Wanted, campaign: Campaign): PlannedRun {
  const lies = planLies(campaign, [call])
  const planned = lies.find(({ fault }) => fault.name === name)
  if (planned !== undefined) return planned
  const names = lies.map(({ fault }) => nameOf({ call, fault: fault.name }))
  const all = [...new Set(campaign.reference.places.map(({ operation }) => operation))]
  throw new StartError(
    names.length === 0
      ? `without a fault the suite gets no reply of ${call} that can be changed; it calls ${listSome(all, MAX_CALLS)}`
      : `there is no such lie; there are ${listSome(names, MAX_CALLS)}`,
  )
}

const planRun = ({ call, isTwice }: Wanted, fault: Fault, { reference }: Campaign): PlannedRun => ({
  ...{ call, fault: isTwice ? twice(fault) : fault },
  ...(call !== WHOLE_RUN && { place: findPlace(reference.places, call) }),
  ...(isTwice && { isTwice }),
})

function findPlace(places: readonly Place[], call: string): Place {
  const place = places.find((one) => one.call === call)
  if (place !== undefined) return place
  const calls = places.map((one) => one.call)
  throw new StartError(`without a fault the suite makes no call ${call}, but ${listSome(calls, MAX_CALLS)}`)
}

/** What `--inject` names. */
interface Wanted {
  readonly call: string
  readonly name: string
  /** The call that the client makes because of the fault gets it too: `createPet#1=lost-reply+lost-reply`. */
  readonly isTwice: boolean
}

function parseInject(inject: string): Wanted {
  const [, call = '', name = '', again] = /^(.+?)=([\w:-]+)(\+[\w-]+)?$/.exec(inject) ?? []
  if (name === 'drift') throw new StartError(`--inject ${inject}: write it as *=${call}`)
  if (name === '' || (again !== undefined && again !== `+${name}`) || (isLie({ call, name, isTwice: false }) && !/:|^stale$/.test(name)))
    throw new StartError(`--inject ${inject}: write it as createPet#1=lost-reply, as *=big-ids, or as listPets=name:other`)
  return { call, name, isTwice: again !== undefined }
}

function findFault({ call, name }: Wanted, faults: readonly Fault[]): Fault {
  const suiting = faults.filter(({ group }) => (group === 'errors') === (call !== WHOLE_RUN))
  const fault = suiting.find((one) => one.name === name)
  if (fault !== undefined) return fault
  const names = suiting.map((one) => one.name)
  throw unknown(call === WHOLE_RUN ? 'fault of a whole run' : 'fault of a call', name, names)
}

// Plays one run of a campaign again, as the campaign does: reference, fault, and controls before an accusation. The run with the fault is
// shown live.

import type { Exchange } from '../../spec/control.ts'
import type { Report } from '../../spec/report.ts'
import { StartError } from '../errors/problem.ts'
import { listSome } from '../text/numbers.ts'
import { type CampaignParts, createCampaign, unknown } from './campaign.ts'
import { composeCampaign } from './compose-campaign.ts'
import { createControls } from './controls.ts'
import { examine } from './experiment.ts'
import { createFaults, type Fault } from './faults.ts'
import type { InjectOptions } from './options.ts'
import { type PlannedRun, WHOLE_RUN } from './plan.ts'
import type { Place } from './reference.ts'

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
  const faults = createFaults(parts.later, parts.contract.assumptions, options.slow)
  const { call, fault } = parseInject(options.inject, faults)
  const campaign = await createCampaign(options, parts)
  const planned: PlannedRun = { call, fault, ...(call !== WHOLE_RUN && { place: findPlace(campaign.reference.places, call) }) }
  const live = { ...campaign, suite: { ...campaign.suite, isShown: true } }
  const examined = await examine(live, createControls(campaign), planned)
  if (campaign.suite.signal.aborted) throw new StartError('the run was interrupted', 130)
  if (examined === undefined) throw new StartError(`the fault met no call: no run made the call ${call} again`)
  const report = composeCampaign(
    campaign,
    { runs: [planned], leftOut: [] },
    { runs: new Map([[planned, examined]]), lies: new Map(), spared: new Map() },
    (performance.now() - started) / 1000,
    options.policy,
  )
  return { report, exchanges: examined.trial.run.exchanges }
}

function findPlace(places: readonly Place[], call: string): Place {
  const place = places.find((one) => one.call === call)
  if (place !== undefined) return place
  const calls = places.map((one) => one.call)
  throw new StartError(`without a fault the suite makes no call ${call}, but ${listSome(calls, MAX_CALLS)}`)
}

function parseInject(inject: string, faults: readonly Fault[]): Pick<PlannedRun, 'call' | 'fault'> {
  const [, call = '', name = ''] = /^(.+?)=([\w:-]+)$/.exec(inject) ?? []
  if (name === 'drift') throw new StartError(`--inject ${inject}: write it as *=${call}`)
  if (call !== WHOLE_RUN && !/#\d+$/.test(call))
    throw new StartError(`--inject ${inject}: write it as createPet#1=lost-reply, or as *=big-ids`)
  const suiting = faults.filter(({ group }) => (group === 'errors') === (call !== WHOLE_RUN))
  const fault = suiting.find((one) => one.name === name)
  const known = suiting.map((one) => one.name)
  if (fault === undefined) throw unknown(call === WHOLE_RUN ? 'fault of a whole run' : 'fault of a call', name, known)
  return { call, fault }
}

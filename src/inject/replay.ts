// Plays one run of a campaign again: the suite once without the fault, and once with it. Everything is shown live.

import type { Exchange } from '../../spec/control.ts'
import type { RunReport } from '../../spec/inject.ts'
import { StartError } from '../errors/problem.ts'
import { listSome } from '../text/numbers.ts'
import { type CampaignParts, runReference, suiteOf, unknown } from './campaign.ts'
import { readFacts } from './facts.ts'
import { DRIFT, type Drift, FAULTS } from './faults.ts'
import type { InjectOptions } from './options.ts'
import { judge } from './outcomes.ts'
import { CHANGING, createFinder, createIdentify, type Identify, readReference } from './places.ts'
import { type Cell, cellAt, cellOf } from './plan.ts'
import { runSuite } from './run-suite.ts'
import { reportRun } from './trial.ts'

export interface ReplayOptions extends Pick<InjectOptions, 'command' | 'slow' | 'timeout' | 'plan' | 'env' | 'sandbox' | 'signal'> {
  /** The call and its fault, as a report names them: `createPet#1=lost-reply`, `w3/createPet#1=lost-reply`, `big-ids=drift`. */
  readonly inject: string
}

/** An error names at most this many calls of the suite. */
const MAX_CALLS = 20

export interface Replayed {
  readonly run: RunReport
  /** The requests of the run with the fault. */
  readonly exchanges: readonly Exchange[]
}

export async function replay(options: ReplayOptions, parts: CampaignParts): Promise<Replayed> {
  const { slow, timeout } = options
  const wanted = parseInject(options.inject, slow, parts.drifts)
  const suite = { ...suiteOf(options, parts), stdio: 'inherit' as const }
  const { exchanges: before } = await runReference(suite, timeout)
  const identify = identifyIn(wanted.call)
  const { places } = readReference(identify, [before])
  const place = places.find(({ call }) => call === wanted.call)
  if (place === undefined && wanted.fault !== DRIFT) {
    const calls = places.map(({ call }) => call)
    throw new StartError(`without a fault the suite makes no call ${wanted.call}, but ${listSome(calls, MAX_CALLS)}`)
  }
  const isMet = place && createFinder(identify, place)
  const run = await runSuite(suite, { ...wanted, isMet }, timeout === undefined ? {} : { seconds: timeout })
  if (run.killedBy === 'interrupt') throw new StartError('the run was interrupted', 130)
  if (place && run.faulted.size === 0) throw new StartError(`the fault met no call: this run made no call ${wanted.call}`)
  const { exchanges } = run
  // The run with the fault is the second run of the suite, so it tells which values differ from run to run.
  const reference = readReference(createIdentify(before, exchanges), [before])
  const same = reference.places.find(({ exchange }) => exchange === place?.exchange)
  const facts = readFacts(run, reference, { ...wanted, ...(same && { place: same }) })
  return { exchanges, run: reportRun(facts, judge(facts), suite) }
}

/**
 * A call is found by its number among the calls of its operation, because its values may differ from run to run. Worlds count only when
 * the name of the call has one.
 */
const identifyIn =
  (call: string): Identify =>
  (exchange) => {
    const { operation = '' } = exchange
    const world = call.includes('/') ? exchange.world : CHANGING
    const key = `${world}/${operation}`
    return { key, group: key, world, testCase: undefined, operation, exchange }
  }

function parseInject(inject: string, slow: number | undefined, drifts: readonly Drift[]): Cell {
  const [, call = '', name = ''] = /^(.+)=([\w-]+)$/.exec(inject) ?? []
  const drift = drifts.find((one) => one.name === call)
  if (name === DRIFT && drift) return cellOf(drift)
  if (!/#\d+$/.test(call)) throw new StartError(`--inject ${inject}: write it as createPet#1=lost-reply, or as big-ids=drift`)
  const fault = FAULTS.find((one) => one.name === name)
  const known = FAULTS.map((one) => one.name)
  if (fault === undefined) throw unknown('fault of a call', name, known)
  return cellAt(call, fault, slow)
}

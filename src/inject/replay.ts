// Plays one run of a campaign again: the suite once without the fault, and once with it. Everything is shown live.

import { StartError } from '../errors/problem.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { findNearest } from '../text/nearest.ts'
import { type CampaignParts, runReference, suiteOf } from './campaign.ts'
import { reportRun } from './compose-report.ts'
import { readFacts } from './facts.ts'
import { DEFAULT_SLOW, DRIFT, type Drift, FAULTS, type Fault } from './faults.ts'
import { createIdentify } from './identify.ts'
import type { InjectOptions } from './options.ts'
import { judge } from './outcomes.ts'
import { type Place, readReference } from './places.ts'
import { type Cell, cellAt, cellOf } from './plan.ts'
import type { Aim } from './recorder.ts'
import type { RunReport } from './report.ts'
import { type Run, runSuite } from './run-suite.ts'

export interface ReplayOptions extends Pick<InjectOptions, 'command' | 'slow' | 'timeout' | 'plan' | 'env' | 'sandbox' | 'signal'> {
  /** The call and its fault, as a report names them: `createPet#1=lost-reply`, `w3/createPet#1=lost-reply`, `big-ids=drift`. */
  readonly inject: string
}

export interface Replayed {
  readonly run: RunReport
  /** The requests of the run with the fault. */
  readonly exchanges: readonly Exchange[]
}

export async function replay(options: ReplayOptions, parts: CampaignParts): Promise<Replayed> {
  const { slow = DEFAULT_SLOW, timeout } = options
  const wanted = parseWanted(options.inject, parts.drifts)
  const suite = { ...suiteOf(options, parts), stdio: 'inherit' as const }
  const before = exchangesOf(await runReference(suite))
  const met = before.filter((exchange) => identifyFor(wanted)(exchange).key === wanted.operation)
  if (met.length < wanted.number) throw new StartError(`without a fault the suite makes no call ${wanted.call}`)
  const run = await runSuite(suite, aimAt(wanted, slow), timeout === undefined ? {} : { seconds: timeout })
  if (run.killedBy === 'interrupt') throw new StartError('the run was interrupted', 130)
  const exchanges = exchangesOf(run)
  // The run with the fault is the second run of the suite, so it tells which values differ from run to run.
  const identify = createIdentify(before, exchanges)
  const reference = readReference(identify, [before])
  const cell = findCell(wanted, reference.places, slow)
  if (cell === undefined || (cell.place !== undefined && !run.calls.some(({ isFaulted }) => isFaulted)))
    throw new StartError(`the fault met no call: this run made no call ${wanted.call}`)
  const calls = run.calls.map((call) => ({ ...call, ...identify(call.exchange) }))
  const facts = readFacts({ run: { ...run, calls }, reference, cell, slow })
  return { exchanges, run: reportRun({ facts, ...judge(facts), confirmed: 'yes' }, { suite, slow }) }
}

const exchangesOf = ({ calls }: Run) => calls.map(({ exchange }) => exchange)

/** The call of `--inject`. It is found by its number among the calls of its operation, because its values may differ from run to run. */
interface Wanted {
  readonly call: string
  readonly world: string | undefined
  /** Empty for a variant of the whole run. */
  readonly operation: string
  readonly number: number
  readonly what: { readonly drift: Drift } | { readonly fault: Fault }
}

function parseWanted(inject: string, drifts: readonly Drift[]): Wanted {
  const [, call = '', name = ''] = /^(.+)=([\w-]+)$/.exec(inject) ?? []
  const drift = name === DRIFT ? drifts.find((one) => one.name === call) : undefined
  if (drift) return { call, world: undefined, operation: '', number: 0, what: { drift } }
  const fault = FAULTS.find((one) => one.name === name)
  const [, world, operation, number] = /^(?:([^/]+)\/)?(\w+)#(\d+)$/.exec(call) ?? []
  if (fault && operation !== undefined) return { call, world, operation, number: Number(number), what: { fault } }
  const known = [...FAULTS, ...(name === DRIFT ? drifts : [])].map((one) => one.name)
  const near = findNearest(fault || name === DRIFT ? call : name, known)
  throw new StartError(
    `--inject ${inject}: ${near ? `did you mean ${near}?` : `write it as createPet#1=lost-reply, with one of ${known.join(', ')}`}`,
  )
}

const identifyFor =
  ({ world }: Wanted): Aim['identify'] =>
  ({ operation = '', world: own }) => ({
    key: world === undefined || world === own ? operation : `${own}/${operation}`,
    ...{ world: own, testCase: undefined, operation },
  })

function aimAt(wanted: Wanted, slow: number): Aim {
  const { operation: key, number, what } = wanted
  const identify = identifyFor(wanted)
  if ('drift' in what) return { identify, ...cellOf(what.drift) }
  return { identify, scenario: what.fault.scenario(slow), place: { key, number }, lasts: what.fault.lasts ?? false }
}

function findCell({ call, what }: Wanted, places: readonly Place[], slow: number): Cell | undefined {
  if ('drift' in what) return cellOf(what.drift)
  const place = places.find((one) => one.call === call)
  return place && cellAt(place, what.fault, slow)
}

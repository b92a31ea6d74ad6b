// The runs of a campaign: each call with each fault that suits it. The runs that show most come first.

import type { LeftOut } from '../../spec/inject.ts'
import type { FaultLayer, ScenarioRequest } from '../scenarios/scenario-request.ts'
import { count, listSome } from '../text/numbers.ts'
import { DEFAULT_SLOW, DRIFT, type Drift, FAULTS, type Fault } from './faults.ts'
import type { InjectOptions } from './options.ts'
import { isRead, type Place } from './places.ts'

/** One planned run: a fault at a call, or a variant of the whole run. */
export interface Cell {
  /** For people: `createPet#2`, or the name of the variant. */
  readonly call: string
  /** The name of the fault, or `drift`. */
  readonly fault: string
  /** The call that gets the scenario; absent when every call gets it. */
  readonly place?: Place
  readonly scenario?: ScenarioRequest
  readonly scenarioFor?: Drift['scenarioFor']
  readonly content?: FaultLayer['content']
  /** Whether all later calls get the scenario too. */
  readonly lasts?: boolean
  /** The seconds after which the fault `slow` gives the reply. Absent for other faults. */
  readonly slow?: number
}

export function cellAt(call: string, { name: fault, scenario = fault, parameters = {}, lasts = false }: Fault, slow = DEFAULT_SLOW): Cell {
  if (fault === 'slow') return { call, fault, scenario: { name: scenario, parameters: { delay: slow } }, slow }
  return { call, fault, scenario: { name: scenario, parameters }, lasts }
}

export const cellOf = ({ name, ...changes }: Drift): Cell => ({ call: name, fault: DRIFT, ...changes })

/** For people: `createPet#1=lost-reply`. */
export const nameOf = ({ call, fault }: Pick<Cell, 'call' | 'fault'>) => `${call}=${fault}`

export const MAX_NAMES = 4

/** Why a cell was left out when the campaign ended early. */
export const INTERRUPTED = 'interrupted'

/** "left out: 2 cells: more than 200 runs: createPet#2=slow, createPet#2=outage", for each reason. */
export const describeLeftOut = (leftOut: readonly LeftOut[]) =>
  [...Map.groupBy(leftOut, ({ reason }) => reason)].map(
    ([reason, cells]) => `left out: ${count(cells.length, 'cell')}: ${reason}: ${listSome(cells.map(nameOf), MAX_NAMES)}`,
  )

/** Answers that refuse a call before a scenario can act. */
const EARLY: ReadonlySet<string> = new Set(['http', 'credentials', 'ban', 'rate-limit'])

const isRefused = ({ exchange }: Place) => EARLY.has(exchange.answeredBy)

const DEFAULT_RUNS = 200

export interface Plan {
  readonly cells: readonly Cell[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Later calls of an operation mostly repeat the outcome of the first. So the first call of each operation comes first with all faults,
 * then the variants of the whole run, then the last call of each operation, and then the calls between them.
 */
export function createPlan(places: readonly Place[], drifts: readonly Drift[], options: InjectOptions): Plan {
  const { faults, only, runs = DEFAULT_RUNS, slow } = options
  const limit = runs === 'all' ? places.length * FAULTS.length + drifts.length : runs
  const isWanted = (name: string) => faults === undefined || faults.some((fault) => fault === name)
  const isMeant = (...names: readonly string[]) => only === undefined || names.some((name) => only.includes(name))
  const wanted = places.filter(({ call, operation }) => isMeant(call, operation))
  const leftOut: LeftOut[] = []
  const firstRead = places.find((place) => isRead(place) && !isRefused(place))
  const cellsOf = (place: Place): Cell[] => {
    if (!isRefused(place))
      return FAULTS.filter(({ name, suits }) => isWanted(name) && suits?.(place, place === firstRead) !== false).map((fault) => ({
        ...cellAt(place.call, fault, slow),
        place,
      }))
    leftOut.push({ call: place.call, fault: '*', reason: `it is refused with ${place.exchange.reply?.status} before a fault can act` })
    return []
  }
  const byOperation = [...Map.groupBy(wanted, ({ operation }) => operation).values()]
  const firsts = byOperation.flatMap((calls) => calls.slice(0, 1))
  const lasts = byOperation.flatMap((calls) => calls.slice(1).slice(-1))
  const between = byOperation.flatMap((calls) => calls.slice(1, -1))
  const variants = isWanted(DRIFT) ? drifts.filter(({ name }) => isMeant(name)).map(cellOf) : []
  const cells = [...firsts.flatMap(cellsOf), ...variants, ...[...lasts, ...between].flatMap(cellsOf)]
  for (const { call, fault } of cells.slice(limit)) leftOut.push({ call, fault, reason: `more than ${runs} runs` })
  return { cells: cells.slice(0, limit), leftOut }
}

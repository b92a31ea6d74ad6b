// The places of a suite's calls, from its runs without a fault: which calls it makes, how often, and under which names.

import type { Exchange } from '../exchange/exchange.ts'
import { type Call, CHANGING, createNumbering, type Identify, type Identity } from './identify.ts'

/** A call of the suite, where a fault can be put. */
export interface Place extends Call {
  /** For people: `createPet#2`, and `w3/createPet#2` when there are several worlds. */
  readonly call: string
  /** Whether only one of the two runs has this call. */
  readonly isUnstable: boolean
}

/** What the suite does without a fault. */
export interface Reference {
  readonly identify: Identify
  readonly places: readonly Place[]
  /** How often a run makes a call with this key: the higher number of the runs. */
  count(key: string): number
  /** How many creations of a group each run carries out. */
  creations(group: string): readonly number[]
  /** The calls of the first run. */
  readonly calls: number
}

export const isRead = ({ exchange }: Pick<Call, 'exchange'>) => exchange.request.method === 'GET'

export const isCreation = ({ exchange: { request, carriedOut } }: Pick<Call, 'exchange'>) => request.method === 'POST' && carriedOut

export const isSuccess = ({ exchange: { reply } }: Pick<Call, 'exchange'>) =>
  reply !== undefined && reply.status >= 200 && reply.status < 300

/** The calls of one operation in one world. */
export const groupOf = ({ world, operation }: Identity) => JSON.stringify([world, operation])

export const creationsIn = <One extends Call>(calls: readonly One[], group: string) =>
  calls.filter((call) => isCreation(call) && groupOf(call) === group)

export function readReference(identify: Identify, runs: readonly (readonly Exchange[])[]): Reference {
  const known = runs.map((run) => run.map(createNumbering(identify)))
  const counts = new Map<string, number>()
  for (const { key, number } of known.flat()) counts.set(key, Math.max(number, counts.get(key) ?? 0))
  return {
    identify,
    places: createPlaces(known),
    count: (key) => counts.get(key) ?? 0,
    creations: (group) => known.map((run) => creationsIn(run, group).length),
    calls: known[0]?.length ?? 0,
  }
}

/** The calls of the first run in their order, and then the calls that only the second run has. */
function createPlaces([first = [], second = first]: readonly (readonly Call[])[]): Place[] {
  const [inFirst, inSecond] = [first, second].map((run) => new Set(run.map(placeOf))) as [Set<string>, Set<string>]
  const calls = [...first, ...second.filter((call) => !inFirst.has(placeOf(call)))]
  const hasWorlds = new Set(calls.map(({ world }) => world)).size > 1
  const ordinals = new Map<string, number>()
  return calls.map((call) => {
    const { world, operation } = call
    const ordinal = (ordinals.get(groupOf(call)) ?? 0) + 1
    ordinals.set(groupOf(call), ordinal)
    const name = `${hasWorlds && world !== CHANGING ? `${world}/` : ''}${operation}#${ordinal}`
    return { ...call, call: name, isUnstable: !(inFirst.has(placeOf(call)) && inSecond.has(placeOf(call))) }
  })
}

const placeOf = ({ key, number }: Call) => `${number} ${key}`

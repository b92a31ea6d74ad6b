// The places of a suite's calls, from its two runs without a fault: which calls it makes, how often, and under which names.

import type { Exchange } from '../exchange/exchange.ts'
import { CHANGING, type Identify, type Identity } from './identify.ts'

/** A call of the suite, where a fault can be put. */
export interface Place extends Identity {
  /** The number of the call among the calls with the same key in one run, counted from 1. */
  readonly number: number
  /** For people: `createPet#2`, and `w3/createPet#2` when there are several worlds. */
  readonly call: string
  /** For people: `POST /v1/pets`. */
  readonly target: string
  readonly isRead: boolean
  readonly changes: boolean
  /** Whether the call creates something. */
  readonly creates: boolean
  readonly reply: { readonly isSuccess: boolean; readonly bytes: number }
  /** The status of a refusal before any fault could act, for example 401. */
  readonly refused?: number
  /** Whether only one of the two runs has this call. */
  readonly isUnstable: boolean
}

/** What the suite does without a fault. */
export interface Reference {
  readonly identify: Identify
  readonly places: readonly Place[]
  /** How often a run makes a call with this key: the higher number of the two runs. */
  count(key: string): number
  /** How many creations of an operation a run carries out in a world. */
  creations(world: string, operation: string): Bounds
  /** The calls of the first run. */
  readonly calls: number
}

interface Bounds {
  readonly least: number
  readonly most: number
}

/** Answers that refuse a call before a scenario can act. */
const EARLY: ReadonlySet<string> = new Set(['http', 'credentials', 'ban', 'rate-limit'])

export const isCreation = ({ request, carriedOut }: Exchange) => request.method === 'POST' && carriedOut

export const groupOf = ({ world, operation }: Identity) => JSON.stringify([world, operation])

export function readReference(identify: Identify, runs: readonly (readonly Exchange[])[]): Reference {
  const known = runs.map((run) => run.map((exchange) => ({ exchange, identity: identify(exchange) })))
  const counts = known.map((run) => countBy(run, ({ identity }) => identity.key))
  const created = known.map((run) =>
    countBy(
      run.filter(({ exchange }) => isCreation(exchange)),
      ({ identity }) => groupOf(identity),
    ),
  )
  const most = (maps: readonly Map<string, number>[], key: string) => Math.max(...maps.map((map) => map.get(key) ?? 0))
  return {
    identify,
    places: createPlaces(known.flat(), counts, known[0]?.length ?? 0),
    count: (key) => most(counts, key),
    creations: (world, operation) => {
      const key = JSON.stringify([world, operation])
      return { least: Math.min(...created.map((map) => map.get(key) ?? 0)), most: most(created, key) }
    },
    calls: runs[0]?.length ?? 0,
  }
}

interface Known {
  readonly exchange: Exchange
  readonly identity: Identity
}

/** The calls of the first run in their order, and then the calls that only the second run has. */
function createPlaces(known: readonly Known[], counts: readonly Map<string, number>[], firstLength: number): Place[] {
  const severalWorlds = new Set(known.map(({ identity }) => identity.world)).size > 1
  const [numbers, ordinals] = [new Map<string, number>(), new Map<string, number>()]
  const places: Place[] = []
  let seen = numbers
  for (const [at, { exchange, identity }] of known.entries()) {
    if (at === firstLength) seen = new Map()
    const number = next(seen, identity.key)
    const inBoth = counts.every((map) => (map.get(identity.key) ?? 0) >= number)
    if (at >= firstLength && (numbers.get(identity.key) ?? 0) >= number) continue
    const ordinal = next(ordinals, groupOf(identity))
    const world = severalWorlds && identity.world !== CHANGING ? `${identity.world}/` : ''
    places.push({ ...identity, number, call: `${world}${identity.operation}#${ordinal}`, isUnstable: !inBoth, ...factsOf(exchange) })
  }
  return places
}

function factsOf(exchange: Exchange): Pick<Place, 'target' | 'isRead' | 'changes' | 'creates' | 'reply' | 'refused'> {
  const { request, reply, answeredBy } = exchange
  const isRead = request.method === 'GET'
  const status = reply?.status ?? 0
  return {
    target: `${request.method} ${request.path}`,
    isRead,
    changes: !isRead && request.method !== 'HEAD' && request.method !== 'OPTIONS',
    creates: isCreation(exchange),
    reply: { isSuccess: status >= 200 && status < 300, bytes: request.method === 'HEAD' ? 0 : (reply?.body.bytes ?? 0) },
    ...(EARLY.has(answeredBy) && { refused: status }),
  }
}

function next(counts: Map<string, number>, key: string): number {
  const number = (counts.get(key) ?? 0) + 1
  counts.set(key, number)
  return number
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) next(counts, keyOf(item))
  return counts
}

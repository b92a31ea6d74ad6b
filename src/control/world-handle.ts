// A world as a test suite drives it: clock, data, limits and what was exchanged. Each call brings the world to
// life if need be, and what it is given is checked before anything changes; what does not fit is a Problem.

import type { JournalEntry, Journals } from '../journal/journal.ts'
import type { Observer, WorldChange } from '../observer.ts'
import { Problem } from '../problem.ts'
import { countMet, createTaken, isOver, type PlayState } from '../scenarios/player.ts'
import type { Setup } from '../scenarios/scenario.ts'
import { readWishes, type Wish } from '../scenarios/wish.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import type { LimitChange, PlanLimits } from '../worlds/limits.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import type { World } from '../worlds/world.ts'
import type { Worlds } from '../worlds/worlds.ts'

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

export interface WorldHandle {
  readonly name: string
  /** Data and session as new. */
  reset(): Promise<void>
  readonly clock: {
    get(): Promise<{ now: string; frozen: boolean }>
    set(change: { now?: Time; frozen?: boolean }): Promise<void>
    advance(seconds: number): Promise<void>
  }
  readonly data: {
    /** All collections, whole. */
    get(): Promise<Record<string, readonly Item[]>>
    /** Replaces the collections that are given. Throws a Problem that names what the contract does not allow. */
    put(collections: Readonly<Record<string, readonly unknown[]>>): Promise<void>
    /** Plays the store's side: changes fields of one item. */
    patch(collection: string, id: Id, fields: Readonly<Record<string, unknown>>): Promise<Item>
  }
  readonly limits: {
    get(plan: string): Promise<PlanLimits>
    /** Changes a plan's windows, as `{ remaining: 2 }` or `{ minute: { limit: 5, seconds: 2 } }`. */
    set(plan: string, change: LimitChange): Promise<void>
  }
  readonly scenarios: {
    /** What is put on the world, and how many calls each has met. */
    get(): Promise<ActiveScenario[]>
    /** Replaces what is put on the world, as `[{ name: 'flaky', parameters: { failures: 2 } }]`, or steps inline. */
    put(wishes: readonly Wish[]): Promise<ActiveScenario[]>
    clear(): Promise<void>
  }
  /** The journal, oldest first. */
  exchanges(): Promise<readonly JournalEntry[]>
}

export interface ActiveScenario extends Wish {
  readonly name: string
  /** How many calls a step of it took. */
  readonly met: number
  /** Whether all its steps are used up. */
  readonly over: boolean
}

interface HandleParts {
  readonly name: string
  readonly worlds: Worlds
  readonly plans: readonly string[]
  readonly checkData: DataCheck
  /** Sets scenarios up. Throws a Problem that lists what there is. */
  readonly setUpAll: (wishes: readonly Wish[]) => Setup[]
  readonly journals: Pick<Journals, 'list'>
  readonly observer: Required<Observer>
}

/** @internal */
export function createWorldHandle({ name, worlds, plans, checkData, setUpAll, journals, observer }: HandleParts): WorldHandle {
  /** Works on the world, which stays in memory meanwhile. */
  async function use<Result>(work: (world: World) => Result | Promise<Result>): Promise<Result> {
    const world = await worlds.enter(name)
    try {
      return await work(world)
    } finally {
      worlds.leave(world)
    }
  }

  /** Changes something of the world, and tells so. */
  function drive<Result>(what: WorldChange['what'], work: (world: World) => Result | Promise<Result>): Promise<Result> {
    return use(async (world) => {
      const result = await work(world)
      const { number, clock } = world.session
      observer.changed({ world: name, what, session: number, at: clock.moment() })
      return result
    })
  }

  return {
    name,
    reset: () => drive('reset', (world) => world.reset()),
    clock: {
      get: () =>
        use(({ session }) => {
          const { now, frozen } = session.clock.state()
          return { now: new Date(now).toISOString(), frozen }
        }),
      set: ({ now, frozen }) =>
        drive('clock', ({ session }) => {
          session.clock.set({ ...(now !== undefined && { now: readTime(now) }), ...(frozen !== undefined && { frozen }) })
        }),
      advance: (seconds) =>
        drive('clock', ({ session: { clock } }) => {
          clock.set({ now: readTime(clock.now() + seconds * 1000) })
        }),
    },
    data: {
      get: () => use(({ data }) => structuredClone(data.snapshot().collections)),
      put: (collections) => drive('data', (world) => putCollections(world, collections, checkData)),
      patch: (collection, id, fields) => drive('data', (world) => patchItem(world, collection, id, fields, checkData)),
    },
    limits: {
      get: (plan) => use(({ session }) => session.limits.state(readPlan(plan, plans))),
      set: (plan, change) =>
        drive('limits', ({ session: { limits } }) => {
          checkLimits(change, limits.state(readPlan(plan, plans)))
          limits.set(plan, change)
        }),
    },
    scenarios: {
      get: () => use(({ session }) => listActive(session.play)),
      put: (given) =>
        drive('scenarios', ({ session: { play } }) => {
          const wishes = readWishes(given)
          play.active = setUpAll(wishes).map((setup, index) => ({ setup, wish: wishes[index] ?? {}, taken: createTaken(setup) }))
          return listActive(play)
        }),
      clear: () =>
        drive('scenarios', ({ session }) => {
          session.play.active = []
        }),
    },
    exchanges: async () => journals.list(name),
  }
}

const listActive = ({ active }: PlayState): ActiveScenario[] =>
  active.map((one) => ({ ...one.wish, name: one.setup.name, met: countMet(one), over: isOver(one) }))

async function putCollections({ data }: World, given: Readonly<Record<string, readonly unknown[]>>, checkData: DataCheck): Promise<void> {
  const collections = structuredClone(given) as Snapshot['collections']
  refuseFaults(checkData({ collections }))
  const kept = data.snapshot()
  const nextIds = Object.fromEntries(Object.entries(kept.nextIds).filter(([name]) => !Object.hasOwn(collections, name)))
  data.set({ collections: { ...kept.collections, ...collections }, nextIds })
  await data.commit()
}

async function patchItem(
  { data }: World,
  collection: string,
  id: Id,
  fields: Readonly<Record<string, unknown>>,
  checkData: DataCheck,
): Promise<Item> {
  const before = data.get(collection, id)
  if (before === undefined) throw new Problem('not_found', `${collection} has no item with the id ${id}`)
  const item = { ...before, ...structuredClone(fields), id: before.id }
  refuseFaults(checkData({ collections: { [collection]: [item] } }))
  data.put(collection, item)
  await data.commit()
  return structuredClone(item)
}

function refuse(fault: string): never {
  throw new Problem('invalid_value', fault)
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) refuse(faults.slice(0, 5).join('; '))
}

function readPlan(plan: string, plans: readonly string[]): string {
  return plans.includes(plan) ? plan : refuse(`${plan} is no plan: there are ${plans.join(', ')}`)
}

function checkLimits(change: LimitChange, now: PlanLimits): void {
  const { remaining = 0, minute = {}, day = {} } = change
  refuseUnknown(change, ['remaining', 'minute', 'day'])
  for (const window of [minute, day]) refuseUnknown(window, ['limit', 'seconds'])
  for (const number of [remaining, minute.limit ?? 0, day.limit ?? 0]) {
    if (!Number.isSafeInteger(number) || number < 0) refuse(`a limit must be a whole number from 0, got ${number}`)
  }
  for (const seconds of [minute.seconds ?? 1, day.seconds ?? 1]) {
    if (!(seconds > 0 && seconds <= MAX_SECONDS))
      refuse(`the seconds of a window must be above 0 and at most ${MAX_SECONDS}, got ${seconds}`)
  }
  const limit = minute.limit ?? now.minute.limit
  if (remaining > limit) refuse(`remaining must be at most the limit of the minute, ${limit}, got ${remaining}`)
}

function refuseUnknown(given: object, known: readonly string[]): void {
  const strange = Object.keys(given).find((name) => !known.includes(name))
  if (strange !== undefined) refuse(`${strange} is not known: there are ${known.join(', ')}`)
}

/** A year. */
const MAX_SECONDS = 31_622_400

/** HTTP dates have years of four digits (RFC 9110 §5.6.7), and resets are seconds since 1970. */
const LAST_TIME = Date.UTC(9999, 0)

function readTime(time: Time): number {
  const milliseconds = new Date(time).getTime()
  const fits = milliseconds >= 0 && milliseconds < LAST_TIME
  return fits ? milliseconds : refuse(`${time} is no point in time from 1970 to 9998: write it as 2030-12-05T00:00:01Z`)
}

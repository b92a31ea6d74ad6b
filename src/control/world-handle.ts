// A world as a test suite drives it: clock, data, limits and what was exchanged. Each call brings the world to
// life if need be, and what it is given is checked before anything changes; what does not fit is a Problem.

import type { JournalEntry, Journals } from '../journal/journal.ts'
import type { Observer, WorldChange } from '../observer.ts'
import { countMet, createTaken, isOver, type PlayState } from '../scenarios/player.ts'
import type { Setup } from '../scenarios/scenario.ts'
import { readWishes, type Wish } from '../scenarios/wish.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import type { LimitChange, PlanLimits } from '../worlds/limits.ts'
import type { World } from '../worlds/world.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { patchItem, putCollections } from './world-data.ts'
import { checkLimits, readPlan, readTime, type Time } from './world-input.ts'

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
    /** Changes a plan's windows, as `{ remaining: 2 }`, `{ day: { remaining: 2 } }` or `{ minute: { limit: 5, seconds: 2 } }`; lifts a ban. */
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
  /** One exchange by its id, the `Sandbox-Request-Id` of its reply; undefined when the journal has it no more. */
  exchange(id: string): Promise<JournalEntry | undefined>
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
  readonly journals: Pick<Journals, 'list' | 'find'>
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
    exchanges: () => use(() => journals.list(name)),
    exchange: (id) => use(() => journals.find(name, id)),
  }
}

const listActive = ({ active }: PlayState): ActiveScenario[] =>
  active.map((one) => ({ ...one.wish, name: one.setup.name, met: countMet(one), over: isOver(one) }))

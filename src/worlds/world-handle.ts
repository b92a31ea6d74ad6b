// A world as a test suite drives it: clock, data, limits and what was exchanged. Each call brings the world to
// life if need be, and what it is given is checked before anything changes.

import type { Exchange } from '../exchange.ts'
import type { Wanted } from '../scenarios/catalogue.ts'
import type { PlayState } from '../scenarios/player.ts'
import { addOne, type Id, type Item } from './collection.ts'
import type { LimitChange, PlanLimits } from './limits.ts'
import type { Snapshot } from './store.ts'
import type { World } from './world.ts'
import type { Worlds } from './worlds.ts'

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. */
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
    /** Replaces the collections that are given. Throws a RangeError that names what the contract does not allow. */
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
    put(wanted: readonly Wanted[]): Promise<ActiveScenario[]>
    clear(): Promise<void>
  }
  /** The journal, oldest first. */
  exchanges(): Promise<readonly Exchange[]>
}

export interface ActiveScenario extends Wanted {
  readonly name: string
  /** Calls that met a step of it. */
  readonly met: number
}

interface HandleParts {
  readonly name: string
  readonly worlds: Worlds
  readonly plans: readonly string[]
  readonly checkData: (snapshot: Snapshot) => string[]
  /** Sets a scenario up. Throws a Problem that lists what there is. */
  readonly setUp: (wanted: Wanted) => PlayState['active'][number]['setup']
}

export function createWorldHandle({ name, worlds, plans, checkData, setUp }: HandleParts): WorldHandle {
  const open = () => worlds.open(name)
  const checkPlan = (plan: string) => {
    if (!plans.includes(plan)) throw new RangeError(`${plan} is no plan: there are ${plans.join(', ')}`)
  }
  return {
    name,
    reset: async () => (await open()).reset(),
    clock: {
      async get() {
        const { now, frozen } = (await open()).session.clock.state()
        return { now: new Date(now).toISOString(), frozen }
      },
      async set({ now, frozen }) {
        const time = now === undefined ? undefined : toMilliseconds(now)
        ;(await open()).session.clock.set({ ...(time !== undefined && { now: time }), ...(frozen !== undefined && { frozen }) })
      },
      async advance(seconds) {
        if (!Number.isFinite(seconds)) throw new RangeError(`seconds must be a number, got ${seconds}`)
        ;(await open()).session.clock.advance(seconds)
      },
    },
    data: {
      get: async () => (await open()).data.snapshot().collections,
      async put(collections) {
        const given = { collections, nextIds: {} } as Snapshot
        refuseFaults(checkData(given))
        const { data } = await open()
        const { collections: kept } = data.snapshot()
        data.set({ collections: { ...kept, ...given.collections }, nextIds: {} })
        await data.commit()
      },
      patch: async (collection, id, fields) => patchItem(await open(), collection, id, fields, checkData),
    },
    limits: {
      async get(plan) {
        checkPlan(plan)
        return (await open()).session.limits.state(plan)
      },
      async set(plan, change) {
        checkPlan(plan)
        for (const number of [change.remaining ?? 0, change.minute?.limit ?? 0, change.day?.limit ?? 0]) {
          if (!Number.isInteger(number) || number < 0) throw new RangeError(`a limit must be a whole number from 0, got ${number}`)
        }
        for (const seconds of [change.minute?.seconds ?? 1, change.day?.seconds ?? 1]) {
          if (!(seconds > 0)) throw new RangeError(`the seconds of a window must be above 0, got ${seconds}`)
        }
        ;(await open()).session.limits.set(plan, change)
      },
    },
    scenarios: {
      get: async () => listActive((await open()).session.play),
      async put(wanted) {
        const active = wanted.map((one) => ({ setup: setUp(one), wanted: one, met: 0 }))
        const { play } = (await open()).session
        play.active = active
        return listActive(play)
      },
      async clear() {
        ;(await open()).session.play.active = []
      },
    },
    exchanges: async () => (await open()).session.journal.list(),
  }
}

const listActive = ({ active }: PlayState): ActiveScenario[] =>
  active.map(({ wanted, setup, met }) => ({ ...wanted, name: setup.name, met }))

async function patchItem(
  { data }: World,
  collection: string,
  id: Id,
  fields: Readonly<Record<string, unknown>>,
  checkData: (snapshot: Snapshot) => string[],
): Promise<Item> {
  const before = data.find(collection, id)
  if (before === undefined) throw new RangeError(`${collection} has no item with the id ${id}`)
  const item = { ...before, ...fields, id: before.id }
  refuseFaults(checkData({ collections: { [collection]: [item] }, nextIds: { [collection]: addOne(item.id) } }))
  data.put(collection, item)
  await data.commit()
  return item
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new RangeError(faults.slice(0, 5).join('; '))
}

function toMilliseconds(time: Time): number {
  const milliseconds = new Date(time).getTime()
  if (Number.isNaN(milliseconds)) throw new RangeError(`${time} is no point in time: write it as 2030-12-05T00:00:01Z`)
  return milliseconds
}

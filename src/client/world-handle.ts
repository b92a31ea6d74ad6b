// The handle of one world. Each method is one call of the control API.

import type { ActiveScenario, ClockState, LimitChange, LimitState, ScenarioRequest, WorldState } from '../ground/generated/control.ts'
import type { PlanName } from '../ground/generated/names.ts'
import { Problem } from '../ground/problem.ts'
import { describeNoWorld, isWorldName } from '../ground/world-name.ts'
import type { Id, Item } from '../worlds/collection.ts'
import { type Api, createWorldApi, ignoreMissing, path } from './call-api.ts'
import { type EventsHandle, openEvents } from './events.ts'
import { createRequests, type ReportHandle, type RequestsHandle } from './requests-handle.ts'
import { withCallers } from './sandbox-error.ts'

/** A point in time: an ISO 8601 text with its zone, a day, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

/** The fields of an item. The key is the field's name. */
export type Fields = Readonly<Record<string, unknown>>

/** A change of a clock. Absent fields stay unchanged. */
export interface ClockChange {
  /** The new time. */
  readonly now?: Time
  /** Whether the clock stands still from now on. */
  readonly frozen?: boolean
}

/** The items of each collection. The key is the collection's name. */
export type Collections = Readonly<Record<string, readonly Item[]>>

/** The handle of one world. A wrong argument rejects with a SandboxError that names the place, and nothing changes. */
export interface WorldHandle extends EventsHandle, ReportHandle {
  /** The name of the world, which is a part of its key. */
  readonly name: string
  /** The state of the world. A world that does not exist is created. */
  get(): Promise<WorldState>
  /** Resets data and session: the world has its fixtures again. */
  reset(): Promise<WorldState>
  /** Removes the world from memory and from the store. */
  delete(): Promise<void>
  readonly clock: {
    /** The time of the world, and whether the clock stands still. */
    get(): Promise<ClockState>
    /** Sets the time, or freezes or unfreezes the clock, or both. */
    set(change: ClockChange): Promise<ClockState>
    /** Moves the clock on. A negative number moves it back. */
    advance(seconds: number): Promise<ClockState>
  }
  readonly data: {
    /** All collections with all items. */
    get(): Promise<Collections>
    /** Replaces the given collections. Rejects with a sentence that names what breaks the contract. */
    put(collections: Readonly<Record<string, readonly unknown[]>>): Promise<Collections>
    /** Adds an item with its own id, or with the next free id. */
    add(collection: string, item: Fields): Promise<Item>
    /** Changes fields of one item, as the staff of the store would do it. */
    patch(collection: string, id: Id, fields: Fields): Promise<Item>
    /** Removes one item. Rejects with the code `not_found` when there is no such item. */
    remove(collection: string, id: Id): Promise<void>
  }
  readonly limits: {
    /** Both windows of a plan, and the end of its ban. */
    get(plan: PlanName): Promise<LimitState>
    /** Changes the windows, and lifts a ban: `{ remaining: 2 }`, `{ day: { remaining: 2 } }`, `{ minute: { limit: 5, seconds: 2 } }`. */
    set(plan: PlanName, change: LimitChange): Promise<LimitState>
  }
  /** What the sandbox does in this world where the document of the service is silent. */
  readonly assumptions: ChoicesHandle
  readonly scenarios: {
    /** The scenarios on the world, and how many calls each of them has taken. */
    get(): Promise<ActiveScenario[]>
    /** Replaces the scenarios on the world, for example by `[{ name: 'flaky', parameters: { failures: 2 } }]` or by inline steps. */
    put(scenarioRequests: readonly ScenarioRequest[]): Promise<ActiveScenario[]>
    /** Removes all scenarios from the world. */
    clear(): Promise<void>
  }
  /** The journal of the world. */
  readonly requests: RequestsHandle
}

/** The choices of a world, where the document of the service is silent. `docs/reference/assumptions.md` lists them. */
export interface ChoicesHandle {
  /** The choices of the world that are not the default: `{ order: 'shuffled' }`. */
  get(): Promise<Readonly<Record<string, string>>>
  /** Chooses otherwise for this world. The choices replace all earlier ones. */
  put(choices: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>
  /** Goes back to the choices of the start. */
  clear(): Promise<void>
}

/** @internal */
export function createWorldHandle(name: string, api: Api): WorldHandle {
  if (!isWorldName(name)) throw new Problem('invalid_value', describeNoWorld(name))
  const own = path`/worlds/${{ name }}`
  const world = createWorldApi(own, api)
  const { ask } = world
  return withCallers<WorldHandle>({
    name,
    get: () => ask('GET', ''),
    reset: () => ask('POST', '/reset'),
    delete: () => api.ask<void>('DELETE', own).catch(ignoreMissing),
    clock: {
      get: () => ask('GET', '/clock'),
      // A wrong value is sent as it is, so that the control API can refuse it.
      set: (change) => ask('PUT', '/clock', { body: change?.now === undefined ? change : { ...change, now: renderTime(change.now) } }),
      advance: (seconds) => ask('POST', '/clock/advance', { body: { seconds } }),
    },
    data: {
      get: () => ask('GET', '/data'),
      put: (collections) => ask('PUT', '/data', { body: collections }),
      add: async (collection, item) => ask('POST', path`/data/${{ collection }}`, { body: item }),
      patch: async (collection, id, fields) => ask('PATCH', path`/data/${{ collection }}/${{ id }}`, { body: fields }),
      remove: async (collection, id) => ask('DELETE', path`/data/${{ collection }}/${{ id }}`),
    },
    limits: {
      get: async (plan) => ask('GET', path`/limits/${{ plan }}`),
      set: async (plan, change) => ask('PUT', path`/limits/${{ plan }}`, { body: change }),
    },
    assumptions: {
      get: () => ask('GET', '/assumptions'),
      put: (choices) => ask('PUT', '/assumptions', { body: choices }),
      clear: () => ask('DELETE', '/assumptions'),
    },
    scenarios: {
      get: () => ask('GET', '/scenarios'),
      put: (scenarioRequests) => ask('PUT', '/scenarios', { body: scenarioRequests }),
      clear: () => ask('DELETE', '/scenarios'),
    },
    requests: createRequests(world),
    // A world's report outlives the world, so these calls do not create the world.
    report: () => api.ask('GET', `${own}/report`),
    clearReport: () => api.ask<void>('DELETE', `${own}/report`).catch(ignoreMissing),
    events: () => openEvents(world),
  })
}

/** A day such as `2030-12-05` begins at midnight UTC. The control API refuses a text without a zone, and a value that is no time. */
function renderTime(time: Time): unknown {
  const isTime = typeof time === 'number' || time instanceof Date || /^\d{4}-\d\d-\d\d$/.test(time)
  const date = new Date(isTime ? time : Number.NaN)
  return Number.isNaN(date.getTime()) ? time : date.toISOString()
}

// A world as a test suite drives it: clock, data, limits, scenarios, and what was exchanged. The control API and the library
// use the same object. Each call brings the world to life if need be. What a call is given is checked before anything
// changes, and what does not fit is a Problem.

import type { EventReader, SandboxEvent } from '../journal/events.ts'
import type { RequestFilter } from '../journal/filter.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Setup } from '../scenarios/scenario.ts'
import type { Wish } from '../scenarios/wish.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import type { LimitChange, WindowChange } from '../worlds/limits.ts'
import { createClockHandle } from './clock.ts'
import { createDataHandle } from './data.ts'
import { createEntrance } from './entrance.ts'
import { createEventsHandle, type EventsParts } from './events.ts'
import { createLimitsHandle } from './limits.ts'
import { createRequestsHandle, type RequestsParts } from './requests.ts'
import { createScenariosHandle } from './scenarios.ts'
import type { Time } from './world-input.ts'
import { resetWorldIn, showWorld } from './worlds.ts'

export type { LimitChange, Time, WindowChange, Wish }

export interface WorldHandle extends EventsHandle {
  readonly name: string
  get(): Promise<WorldState>
  /** Data and session as new. */
  reset(): Promise<WorldState>
  /** Removes the world from memory and from the store. */
  delete(): Promise<void>
  readonly clock: {
    get(): Promise<ClockState>
    /** Sets the time, freezes the clock, or both. */
    set(change: ClockChange): Promise<ClockState>
    advance(seconds: number): Promise<ClockState>
  }
  readonly data: {
    /** All collections, whole. */
    get(): Promise<Collections>
    /** Replaces the collections that are given. Throws a Problem that names what the contract does not allow. */
    put(collections: Readonly<Record<string, readonly unknown[]>>): Promise<Collections>
    /** The same without its result. @internal */
    replace(collections: Readonly<Record<string, readonly unknown[]>>): Promise<void>
    /** All collections as JSON, a piece at a time. @internal */
    render(): Promise<AsyncIterable<string>>
    /** Adds an item, under its own id or the next free one. */
    add(collection: string, item: Readonly<Record<string, unknown>>): Promise<Item>
    /** Plays the store's side: changes fields of one item. */
    patch(collection: string, id: Id, fields: Readonly<Record<string, unknown>>): Promise<Item>
    remove(collection: string, id: Id): Promise<void>
  }
  readonly limits: {
    get(plan: string): Promise<LimitState>
    /** Changes a plan's windows, as `{ remaining: 2 }`, `{ day: { remaining: 2 } }` or `{ minute: { limit: 5, seconds: 2 } }`; lifts a ban. */
    set(plan: string, change: LimitChange): Promise<LimitState>
  }
  readonly scenarios: {
    /** What is put on the world, and how many calls each has met. */
    get(): Promise<ActiveScenario[]>
    /** Replaces what is put on the world, as `[{ name: 'flaky', parameters: { failures: 2 } }]`, or steps inline. */
    put(wishes: readonly Wish[]): Promise<ActiveScenario[]>
    clear(): Promise<void>
  }
  /** The journal of the world. */
  readonly requests: RequestsHandle
  /** The journal, oldest first. */
  exchanges(): Promise<readonly JournalEntry[]>
  /** One exchange by its id, the `Sandbox-Request-Id` of its reply; undefined when the journal has it no more. */
  exchange(id: string): Promise<JournalEntry | undefined>
}

export interface RequestsHandle {
  /** Oldest first, those under way as far as they came. */
  list(wish?: RequestWish): Promise<readonly JournalEntry[]>
  /** One by its id, the `Sandbox-Request-Id` of its reply; undefined when the journal has it no more. */
  find(id: string): Promise<JournalEntry | undefined>
  /** Forgets all, those under way, too. */
  clear(): Promise<void>
  /** HAR 1.2, as the developer tools of browsers import it. */
  har(filter?: RequestFilter): Promise<{ readonly log: object }>
  /** As `list`, a part at a time. @internal */
  read(wish: RequestWish): AsyncGenerator<JournalEntry[], void>
}

export interface RequestWish extends RequestFilter {
  /** Waits until so many have their reply, or are over. Default 1, at most 1,000. */
  readonly count?: number | undefined
  /** How many seconds to wait for them, at most 60. Default 0. */
  readonly wait?: number | undefined
  /** Ends the wait early. @internal */
  readonly until?: Promise<unknown> | undefined
}

export interface EventsHandle {
  /** Begins to follow what happens, behind the event of this id if the sandbox knows it still. */
  events(options?: EventsWish): Promise<EventStream>
  /** The same, as text. @internal */
  follow(options?: EventsWish): Promise<EventReader>
}

export interface EventsWish {
  readonly after?: string | undefined
}

export interface EventStream extends AsyncIterable<SandboxEvent> {
  close(): void
}

/** Times are texts of ISO 8601. */
export interface WorldState {
  readonly name: string
  /** Whether it is in memory. The session of a world that is not begins anew at its next use. */
  readonly alive: boolean
  /** The size of its data. */
  readonly bytes: number
  /** In real time. */
  readonly lastUse: string
  /** The names of the scenarios on it. */
  readonly scenarios: readonly string[]
  /** Of a world in memory. */
  readonly clock?: ClockState
  /** Why its data cannot be used. */
  readonly damage?: string
}

export interface ClockState {
  readonly now: string
  readonly frozen: boolean
}

export interface ClockChange {
  readonly now?: Time
  readonly frozen?: boolean
}

/** The items of each collection, by its name. */
export type Collections = Readonly<Record<string, readonly Item[]>>

export interface LimitState {
  readonly minute: WindowState
  readonly day: WindowState
  readonly ban: { readonly until: string } | null
}

export interface WindowState {
  readonly limit: number
  /** The window's length. */
  readonly seconds: number
  readonly remaining: number
  /** When the open window ends, on the world's clock; null while none is open. */
  readonly resets: string | null
}

export interface ActiveScenario extends Wish {
  readonly name: string
  /** How many calls a step of it took. */
  readonly met: number
  /** Whether all its steps are used up. */
  readonly over: boolean
}

/** @internal */
export interface HandleParts extends RequestsParts, EventsParts {
  readonly plans: readonly string[]
  /** The collections that a world has. */
  readonly collections: readonly string[]
  readonly checkData: DataCheck
  /** Sets scenarios up. Throws a Problem that lists what there is. */
  readonly setUpAll: (wishes: readonly Wish[]) => Setup[]
}

/** @internal */
export function createWorldHandle(name: string, parts: HandleParts): WorldHandle {
  const { worlds, plans, setUpAll, observer } = parts
  const entrance = createEntrance(name, worlds, observer)
  const requests = createRequestsHandle(name, parts)
  return {
    name,
    get: () => entrance.use(showWorld),
    reset: () => resetWorldIn(name, worlds, observer),
    delete: () => worlds.delete(name),
    clock: createClockHandle(entrance),
    data: createDataHandle(entrance, parts),
    limits: createLimitsHandle(entrance, plans),
    scenarios: createScenariosHandle(entrance, setUpAll),
    requests,
    ...createEventsHandle(name, parts),
    exchanges: requests.list,
    exchange: requests.find,
  }
}

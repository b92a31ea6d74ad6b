// What a test suite drives, as types: a sandbox and its worlds. startSandbox() gives such a handle for a sandbox of its own
// (sandbox-handle.ts, world-handle.ts), connectSandbox() for one that runs elsewhere (src/client/). Each call on a world
// brings the world to life if need be. What a call is given is checked before anything changes, and what does not fit is a
// Problem.

import type { Assumption } from '../contract/assumptions.ts'
import type { RequestFilter } from '../journal/filter.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Report } from '../report/report.ts'
import type { ParameterRule } from '../scenarios/parameters.ts'
import type { Wish } from '../scenarios/wish.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { LimitChange, WindowChange } from '../worlds/limits.ts'
import type { EventsHandle } from './events-handle.ts'

export type { LimitChange, WindowChange, Wish }

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

/** A sandbox as a test suite drives it. */
export interface SandboxHandle extends SandboxCalls, AsyncDisposable {
  /** The client's base URL, as `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** The address without a path. */
  readonly origin: string
  /** The names of all plans, as `free`. The key of the first one is the default. */
  readonly plans: readonly string[]
  /** The API key of a plan in a world; no plan: the first; no world: `default`. */
  key(plan?: string, world?: string): string
  /** Ends what this handle began: the sandbox of `startSandbox`, or the connection of `connectSandbox`. */
  close(): Promise<void>
}

/** All that the control API does. */
export interface SandboxCalls extends EventsHandle, ReportHandle {
  /** A world, by name; it comes to life when first used. No name: `default`. */
  world(name?: string): WorldHandle
  readonly worlds: {
    /** Those in memory or in the store, by name. */
    list(): Promise<WorldState[]>
    /** Makes data and session of all as new. */
    reset(): Promise<WorldState[]>
    /** Whether a world of this name is in memory or in the store. */
    has(name: string): Promise<boolean>
  }
  /** The journals of all worlds. */
  readonly requests: RequestsHandle
  /** The catalogue of scenarios. */
  scenarios(): Promise<CatalogueEntry[]>
  /** What the service leaves open, and what the sandbox does there. */
  assumptions(): Promise<readonly Assumption[]>
  /** Rejects with a Problem when no change could be kept. */
  health(): Promise<Health>
  /** The version of the sandbox and of its contract. */
  versions(): Promise<Versions>
}

/** One world, as a test drives it. A wrong argument rejects with a Problem that names the place, and nothing changes. */
export interface WorldHandle extends EventsHandle, ReportHandle {
  /** The name of the world, as in its key. */
  readonly name: string
  /** What the world is now. A world that does not exist comes to life. */
  get(): Promise<WorldState>
  /** Data and session as new. */
  reset(): Promise<WorldState>
  /** Removes the world from memory and from the store. */
  delete(): Promise<void>
  readonly clock: {
    /** The time of the world, and whether the clock stands still. */
    get(): Promise<ClockState>
    /** Sets the time, freezes the clock, or both. */
    set(change: ClockChange): Promise<ClockState>
    /** Moves the clock on. A negative number moves it back. */
    advance(seconds: number): Promise<ClockState>
  }
  readonly data: {
    /** All collections, whole. */
    get(): Promise<Collections>
    /** Replaces the collections that are given. Throws a Problem that names what the contract does not allow. */
    put(collections: Readonly<Record<string, readonly unknown[]>>): Promise<Collections>
    /** Adds an item, under its own id or the next free one. */
    add(collection: string, item: Fields): Promise<Item>
    /** Plays the store's side: changes fields of one item. */
    patch(collection: string, id: Id, fields: Fields): Promise<Item>
    /** Removes one item. Rejects with the Problem `not_found` when there is no such item. */
    remove(collection: string, id: Id): Promise<void>
  }
  readonly limits: {
    /** Both windows of a plan, and the end of its ban. */
    get(plan: string): Promise<LimitState>
    /** Changes a plan's windows, as `{ remaining: 2 }`, `{ day: { remaining: 2 } }` or `{ minute: { limit: 5, seconds: 2 } }`; lifts a ban. */
    set(plan: string, change: LimitChange): Promise<LimitState>
  }
  readonly scenarios: {
    /** What is put on the world, and how many calls each has met. */
    get(): Promise<ActiveScenario[]>
    /** Replaces what is put on the world, as `[{ name: 'flaky', parameters: { failures: 2 } }]`, or steps inline. */
    put(wishes: readonly Wish[]): Promise<ActiveScenario[]>
    /** Removes all scenarios from the world. */
    clear(): Promise<void>
  }
  /** The journal of the world. */
  readonly requests: RequestsHandle
}

/** The fields of an item, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** The journal: all requests that came in, or those of one world. */
export interface RequestsHandle {
  /** Oldest first, those under way as far as they came. */
  list(wish?: RequestWish): Promise<readonly JournalEntry[]>
  /** One by its id, the `Sandbox-Request-Id` of its reply; undefined when the journal has it no more. */
  find(id: string): Promise<JournalEntry | undefined>
  /** Forgets all, those under way, too. */
  clear(): Promise<void>
  /** HAR 1.2, as the developer tools of browsers import it. */
  har(filter?: RequestFilter): Promise<{ readonly log: object }>
}

/** Which requests to return, and how long to wait for them. */
export interface RequestWish extends RequestFilter {
  /** Waits until so many have their reply, or are over. Default 1, at most 1,000. */
  readonly count?: number | undefined
  /** How many seconds to wait for them, at most 60. Default 0. */
  readonly wait?: number | undefined
}

/** The report on the clients: of all worlds, or of one world. */
export interface ReportHandle {
  /** What the sandbox says of the clients that called it. A reset does not clear it. Rejects for a world that is not there and never was called. */
  report(): Promise<Report>
  /** Forgets what the clients did. */
  clearReport(): Promise<void>
}

/** Times are texts of ISO 8601. */
export interface WorldState {
  /** The name of the world. */
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

/** The clock of a world. */
export interface ClockState {
  /** The time of the world, in ISO 8601. */
  readonly now: string
  /** Whether the clock stands still. */
  readonly frozen: boolean
}

/** A change of a clock. What it leaves out stays as it is. */
export interface ClockChange {
  /** The new time. */
  readonly now?: Time
  /** Whether the clock stands still from now on. */
  readonly frozen?: boolean
}

/** The items of each collection, by its name. */
export type Collections = Readonly<Record<string, readonly Item[]>>

/** The rate limits of a plan in a world. */
export interface LimitState {
  /** The window of the minute. */
  readonly minute: WindowState
  /** The window of the day. */
  readonly day: WindowState
  /** When the ban of the plan's key ends, in ISO 8601; null without a ban. */
  readonly ban: { readonly until: string } | null
}

/** One window of a rate limit. */
export interface WindowState {
  /** How many requests the window allows. */
  readonly limit: number
  /** The window's length. */
  readonly seconds: number
  /** How many requests are left in the window. */
  readonly remaining: number
  /** When the open window ends, on the world's clock; null while none is open. */
  readonly resets: string | null
}

/** A scenario that is on a world. */
export interface ActiveScenario extends Wish {
  /** The name of the scenario; `inline` when the wish brought steps of its own. */
  readonly name: string
  /** How many calls a step of it took. */
  readonly met: number
  /** Whether all its steps are used up. */
  readonly over: boolean
}

/** A scenario that can be asked for. */
export interface CatalogueEntry {
  /** The name of the scenario. */
  readonly name: string
  /** What the client sees. */
  readonly summary: string
  /** The parameters of the scenario, by name. */
  readonly parameters: Readonly<Record<string, ParameterRule>>
}

/** What a sandbox says when it works. */
export interface Health {
  /** Always `ok`: a sandbox that does not work rejects. */
  readonly status: 'ok'
  /** The version of the sandbox. */
  readonly sandbox: string
  /** How many worlds are in memory. */
  readonly worlds: number
  /** Kept worlds that cannot be used; absent when there are none. */
  readonly damaged?: readonly { readonly world: string; readonly reason: string }[]
}

/** Which sandbox answers, and which contract it serves. */
export interface Versions {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title and version of the OpenAPI document. */
  readonly contract: { readonly title: string; readonly version: string }
}

// The types of a handle on a sandbox and its worlds. startSandbox() and connectSandbox() both return such a handle. A call on a
// world loads or creates the world if needed. The sandbox checks the arguments before anything changes.

import type { Assumption } from '../contract/assumptions.ts'
import type { PlanName } from '../contract/names.ts'
import type { RequestFilter } from '../journal/filter.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Report } from '../report/report.ts'
import type { ParameterRule } from '../scenarios/parameters.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import type { CaseOptions } from '../text/case-header.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { LimitChange, WindowChange } from '../worlds/limits.ts'
import type { ChoicesHandle } from './choices-handle.ts'
import type { EventStream, EventsQuery } from './events.ts'

export type { LimitChange, ScenarioRequest, WindowChange }

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

/** The handle of a sandbox for a test suite. */
export interface SandboxHandle extends SandboxCalls, AsyncDisposable {
  /** The base URL for clients, for example `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** The address of the sandbox without a path. */
  readonly origin: string
  /** The names of all plans, for example `free`. The first plan is the default of `key`. */
  readonly plans: readonly PlanName[]
  /** The API key of a plan in a world. Default: the first plan, and the world `default`. */
  key(plan?: PlanName, world?: string): string
  /**
   * The header that names a test: `fetch(url, { headers: sandbox.case('creates a pet', { calls: 1 }) })`. With `calls: 1` the test
   * declares that it makes each different call once, and the report can tell retries of the client for certain.
   */
  case(name: string, options?: CaseOptions): { 'Sandbox-Case': string }
  /** Closes what this handle has opened: the sandbox of `startSandbox`, or the connection of `connectSandbox`. */
  close(): Promise<void>
}

/** All calls of the control API. */
export interface SandboxCalls extends EventsHandle, ReportHandle {
  /** A world by its name. The world is created at its first use. Default: the world `default`. */
  world(name?: string): WorldHandle
  readonly worlds: {
    /** The worlds in memory and in the store, sorted by name. */
    list(): Promise<WorldState[]>
    /** Resets data and session of all worlds. */
    reset(): Promise<WorldState[]>
    /** Whether a world of this name is in memory or in the store. */
    has(name: string): Promise<boolean>
  }
  /** The journals of all worlds. */
  readonly requests: RequestsHandle
  /** The catalogue of scenarios. */
  scenarios(): Promise<CatalogueEntry[]>
  /** The gaps in the service's document, and what the sandbox does about each gap. */
  assumptions(): Promise<readonly Assumption[]>
  /** Rejects when the store cannot keep a change. */
  health(): Promise<Health>
  /** The version of the sandbox and of its contract. */
  versions(): Promise<Versions>
}

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
    /**
     * Changes a plan's windows and lifts a ban. Examples: `{ remaining: 2 }`, `{ day: { remaining: 2 } }`, `{ minute: {
     * limit: 5, seconds: 2 } }`.
     */
    set(plan: PlanName, change: LimitChange): Promise<LimitState>
  }
  /** What the sandbox does in this world where the document of the service is silent. */
  readonly assumptions: ChoicesHandle
  readonly scenarios: {
    /** The scenarios on the world, and how many calls each of them has met. */
    get(): Promise<ActiveScenario[]>
    /** Replaces the scenarios on the world, for example by `[{ name: 'flaky', parameters: { failures: 2 } }]` or by inline steps. */
    put(scenarioRequests: readonly ScenarioRequest[]): Promise<ActiveScenario[]>
    /** Removes all scenarios from the world. */
    clear(): Promise<void>
  }
  /** The journal of the world. */
  readonly requests: RequestsHandle
}

/** The fields of an item. The key is the field's name. */
export type Fields = Readonly<Record<string, unknown>>

/** The journal of all worlds, or of one world. */
export interface RequestsHandle {
  /** The matching requests, oldest first. Includes requests under way, as far as they have come. */
  list(query?: RequestsQuery): Promise<readonly JournalEntry[]>
  /** A request by its id, which is the `Sandbox-Request-Id` of its reply. Undefined when the journal no longer has the request. */
  find(id: string): Promise<JournalEntry | undefined>
  /** Deletes the requests with these ids from the journal, including requests under way. Without ids, deletes all requests. */
  clear(ids?: readonly string[]): Promise<void>
  /** The journal as HAR 1.2, which the developer tools of browsers import. */
  har(filter?: RequestFilter): Promise<{ readonly log: object }>
}

/** Which requests to return, and how long to wait for them. */
export interface RequestsQuery extends RequestFilter {
  /** Waits until this many requests have their reply or are over. Default 1, at most 1,000. */
  readonly count?: number | undefined
  /** How many seconds to wait for these requests, at most 60. Default 0. */
  readonly wait?: number | undefined
}

/** The report on the clients: of all worlds, or of one world. */
export interface ReportHandle {
  /**
   * The report on the clients that have called. A reset does not clear it. Rejects for a world that does not exist and
   * was never called.
   */
  report(): Promise<Report>
  /** Deletes everything that the report knows about the clients. */
  clearReport(): Promise<void>
}

/** The live events of all worlds, or of one world. */
export interface EventsHandle {
  /** Starts a stream of live events. It starts after the event with the id `after`, if the sandbox still knows that event. */
  events(options?: EventsQuery): Promise<EventStream>
}

/** The state of a world. Times are ISO 8601 texts. */
export interface WorldState {
  /** The name of the world. */
  readonly name: string
  /** Whether the world is in memory. Otherwise the world starts a new session at its next use. */
  readonly alive: boolean
  /** The size of the world's data. */
  readonly bytes: number
  /** The time of the last use, in real time. */
  readonly lastUse: string
  /** The names of the scenarios on the world. */
  readonly scenarios: readonly string[]
  /** The world's clock. Absent when the world is not in memory. */
  readonly clock?: ClockState
  /** The reason why the world's data cannot be used. */
  readonly damage?: string
  /** The name of the sandbox that has the world, when several share a store. */
  readonly replica?: string
}

/** The clock of a world. */
export interface ClockState {
  /** The time of the world, in ISO 8601. */
  readonly now: string
  /** Whether the clock stands still. */
  readonly frozen: boolean
}

/** A change of a clock. Absent fields stay unchanged. */
export interface ClockChange {
  /** The new time. */
  readonly now?: Time
  /** Whether the clock stands still from now on. */
  readonly frozen?: boolean
}

/** The items of each collection. The key is the collection's name. */
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
  /** The length of the window. */
  readonly seconds: number
  /** How many requests are left in the window. */
  readonly remaining: number
  /** The end of the open window on the world's clock; null while no window is open. */
  readonly resets: string | null
}

/** A scenario that is on a world. */
export interface ActiveScenario extends ScenarioRequest {
  /** The name of the scenario. It is `inline` when the scenario request has its own steps. */
  readonly name: string
  /** How many calls its steps have taken. */
  readonly met: number
  /** Whether all steps of the scenario are used up. */
  readonly over: boolean
}

/** A scenario of the catalogue. */
export interface CatalogueEntry {
  /** The name of the scenario. */
  readonly name: string
  /** A description of what the client sees. */
  readonly summary: string
  /** The group of the scenario: `errors`, `limits`, `network`, `data` or `slow`. Absent for a scenario of your own. */
  readonly group?: string
  /** The parameters of the scenario. The key is the parameter's name. */
  readonly parameters: Readonly<Record<string, ParameterRule>>
}

/** The state of a sandbox that works. */
export interface Health {
  /** Always `ok`, because a sandbox that does not work rejects. */
  readonly status: 'ok'
  /** The version of the sandbox. */
  readonly sandbox: string
  /** How many worlds are in memory. */
  readonly worlds: number
  /** Stored worlds that cannot be used. Absent when there are no such worlds. */
  readonly damaged?: readonly { readonly world: string; readonly reason: string }[]
}

/** The versions of the sandbox and of its contract. */
export interface Versions {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title and version of the OpenAPI document. */
  readonly contract: { readonly title: string; readonly version: string }
}

// What the handles of a sandbox in this process have beside the public ones: ways to send long answers a piece at a time.
// The functions of the control API use them.

import type { EventsHandle, EventsWish } from '../handle/events-handle.ts'
import type { ReportHandle, RequestsHandle, RequestWish, SandboxCalls, WorldHandle } from '../handle/handles.ts'
import type { EventReader } from '../journal/events.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { BodyChecks } from './body-checks.ts'

/** What a call can be about: one world, or all of them. */
export interface LocalSubject extends LocalEvents, ReportHandle {
  readonly requests: LocalRequests
}

export interface LocalSandbox extends SandboxCalls, LocalEvents {
  readonly served: Served
  readonly bodyChecks: BodyChecks
  /** The names of the worlds in memory. */
  liveWorlds(): string[]
  world(name?: string): LocalWorld
  readonly requests: LocalRequests
}

/** What a client has to know before it can say anything about a sandbox. */
export interface Served {
  /** Of the contract, as `/v1`. */
  readonly basePath: string
  readonly plans: readonly string[]
  readonly collections: readonly string[]
}

export interface LocalWorld extends WorldHandle, LocalEvents {
  readonly data: LocalData
  readonly requests: LocalRequests
}

export interface LocalData extends WorldData {
  /** As `put`, without its result. */
  replace(collections: Readonly<Record<string, readonly unknown[]>>): Promise<void>
  /** All collections as JSON, a piece at a time. */
  render(): Promise<AsyncIterable<string>>
}

type WorldData = WorldHandle['data']

export interface LocalRequests extends RequestsHandle {
  /** As `list`, a part at a time. `until` ends the wait early. */
  read(wish: RequestWish & { readonly until?: Promise<unknown> | undefined }): AsyncGenerator<JournalEntry[], void>
}

export interface LocalEvents extends EventsHandle {
  /** The events, as text. */
  follow(options?: EventsWish): Promise<EventReader>
}

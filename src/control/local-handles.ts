// Calls that only the handles of a sandbox in this process have. They send long answers piece by piece. The control API uses them.

import type { EventsHandle, EventsQuery } from '../handle/events-handle.ts'
import type { ReportHandle, RequestsHandle, RequestsQuery, SandboxCalls, WorldHandle } from '../handle/handles.ts'
import type { EventReader } from '../journal/events.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { BodyChecks } from './body-checks.ts'

/** The subject of a call: one world, or all worlds. */
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

/** What a client must know about a sandbox before its first call. */
export interface Served {
  /** The base path of the contract, for example `/v1`. */
  readonly basePath: string
  readonly plans: readonly string[]
  readonly collections: readonly string[]
}

export interface LocalWorld extends WorldHandle, LocalEvents {
  readonly data: LocalData
  readonly requests: LocalRequests
}

export interface LocalData extends WorldData {
  /** Does the same as `put`, without a result. */
  replace(collections: Readonly<Record<string, readonly unknown[]>>): Promise<void>
  /** All collections as JSON text, in pieces. */
  render(): Promise<AsyncIterable<string>>
}

type WorldData = WorldHandle['data']

export interface LocalRequests extends RequestsHandle {
  /** The same requests as `list`, in parts. `until` ends the wait early. */
  read(query: RequestsQuery & { readonly until?: Promise<unknown> | undefined }): AsyncGenerator<JournalEntry[], void>
}

export interface LocalEvents extends EventsHandle {
  /** The events as texts. */
  follow(options?: EventsQuery): Promise<EventReader>
}

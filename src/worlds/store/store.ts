// The interface of the stores that keep the data of worlds. Files, memory and Redis implement it.
// test/worlds/store.test.ts runs against every store in the table of test/support/stores.ts.

import { messageOf, Problem } from '../../ground/problem.ts'
import type { Id, Item } from '../collection.ts'

/** All collections of a world, as the store keeps them. */
export interface Snapshot {
  /** The items of each collection, in any order. The key is the collection's name. */
  readonly collections: Readonly<Record<string, readonly Item[]>>
  /** The id that the next new item of each collection gets. */
  readonly nextIds: Readonly<Record<string, Id>>
}

/** The content of a world in memory. */
export interface WorldContent {
  /** A copy of all collections. Later changes do not change the copy. */
  snapshot(): Snapshot
  /** The id that the next new item of each collection gets. */
  readonly nextIds: Snapshot['nextIds']
  /** Of the items, as JSON text. */
  readonly bytes: number
}

/** One change: an item that is added or replaced, an id to remove, or the whole data. Applied twice, it gives the same data. */
export type Change =
  | { readonly put: string; readonly item: Item }
  | { readonly remove: string; readonly id: Id }
  | { readonly set: Snapshot }

/** The stored content of a world. */
export interface Saved extends Snapshot {
  /** The place of the content. Used in messages. */
  readonly place: string
  /** A sentence for the log, for example when an incomplete change had to be dropped. */
  readonly notice?: string | undefined
}

/** What others have changed, the oldest first; or that they have deleted the world. */
export type Newer = readonly Change[] | 'deleted'

/** One world of a store. */
export interface WorldStore {
  /** The stored content at the opening; undefined when nothing was stored. May be set to undefined, to free the memory. */
  saved: Saved | undefined
  /** False when others may have changed the world. Always true for a store that only one process uses. */
  readonly isCurrent: boolean
  /**
   * Stores all changes, and resolves with undefined. When others have changed the world, stores nothing and resolves with
   * their changes. After a rejection nothing is stored. Without changes it only takes the world for this process, and
   * resolves with what others did in the meantime. The next call comes only after this one has settled.
   * At the call, `content` is the stored content with these changes. Later it may have further changes.
   */
  commit(changes: readonly Change[], content: WorldContent): Promise<Newer | undefined>
  /** Ends the use of this world. Rejects with the reason when the store could not tidy up; acknowledged changes are kept. */
  close(): Promise<void>
}

/** A world that a store keeps. */
export interface StoredWorld {
  /** The name of the world. */
  readonly name: string
  /** Bytes that the world takes in the store. */
  readonly bytes: number
  /** The time of the last write, in milliseconds since 1970. */
  readonly lastUse: number
  /** The living process that has the world, when the store is used by several. */
  readonly replica?: string
}

/** A place where worlds are stored. */
export interface Store {
  /** The place of the worlds, as a text for people. */
  readonly place: string
  /** The name of this process, when several processes use the store. Absent when only one process may use it. */
  readonly replica?: string
  /** Opens a world, stored or new. Rejects with a Problem that names the place when the stored world is damaged. */
  open(world: string): Promise<WorldStore>
  /** Whether the store has anything of a world. */
  has(world: string): Promise<boolean>
  /** All stored worlds, in any order. */
  list(): Promise<StoredWorld[]>
  /** Removes the stored content of a world, damaged or not. The world must not be open. */
  delete(world: string): Promise<void>
  /** Resolves when the store could take a change now. Otherwise rejects with the reason. */
  check(): Promise<void>
  /** Sentences about settings with which the store may lose changes. */
  risks?(): Promise<readonly string[]>
  /** Must be the last call, after every world is closed. */
  close(): Promise<void>
}

/** The refusal while the store cannot be used. `what` begins the sentence. */
export const unavailable = (error: unknown, what = '') =>
  new Problem('unavailable', what + messageOf(error), { cause: error, headers: { 'Retry-After': '1' } })

/** The refusal of a stored world that cannot be used, with the remedy. */
export const damagedAt = (place: string, damage: string) =>
  new Problem('unavailable', `${place}: ${damage}. Repair the file, or move it away to start the world anew`)

export const unreadable = (place: string, error: unknown) => damagedAt(place, `this stored world cannot be read: ${messageOf(error)}`)

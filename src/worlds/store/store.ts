// The interface of the stores that keep the data of worlds: one snapshot per world, and the changes after it. Files and
// memory implement it. test/worlds/store.test.ts runs against every store in the table of test/support/stores.ts.

import type { Id, Item } from '../collection.ts'

/** All collections of a world, as the store keeps them. */
export interface Snapshot {
  /** The items of each collection. The key is the collection's name. */
  readonly collections: Readonly<Record<string, readonly Item[]>>
  /** The id that the next new item of each collection gets. */
  readonly nextIds: Readonly<Record<string, Id>>
}

/** One entry of the change log: a whole item, an id to remove, or the whole data. A log that is replayed twice gives the same data. */
export type Change =
  | { readonly put: string; readonly item: Item }
  | { readonly remove: string; readonly id: Id }
  | { readonly set: Snapshot }

/** The stored content of a world. */
export interface Saved {
  /** The whole data at one point in time. Absent as long as only changes were kept. */
  readonly snapshot?: Snapshot
  /** The changes after the snapshot, the oldest first. */
  readonly changes: readonly Change[]
  /** A sentence for the log, when a change had to be dropped. */
  readonly notice?: string
}

/** One world of a store. Only one process may open and write it. */
export interface WorldStore {
  /** The stored content at the opening; undefined when nothing was stored. May be set to undefined, to free the memory. */
  saved: Saved | undefined
  /**
   * Resolves when the changes are stored, in order. After a rejection none of them is stored. The next call comes only
   * after this one has settled.
   */
  append(changes: readonly Change[]): Promise<void>
  /**
   * Replaces the snapshot, and drops the changes that were appended before this call, because the new snapshot has them.
   * More changes may be appended during the fold. After a rejection everything is stored as before.
   */
  fold(snapshot: Snapshot): Promise<void>
  /** Whether the changes take so much room that `fold` should be called. */
  isLong(): boolean
  /** The place of the snapshot, or of the change with this index. Used in messages. */
  placeOf(change?: number): string
  /** Ends the use of this world. Never rejects, and keeps all acknowledged changes. */
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
}

/** A place where worlds are stored. */
export interface Store {
  /** The place of the worlds, as a text for people. */
  readonly place: string
  /** Opens a world, stored or new. Rejects with a Problem that names the place when the stored world is damaged. */
  open(world: string): Promise<WorldStore>
  /** Whether the store has anything of a world. */
  has(world: string): Promise<boolean>
  /** All stored worlds, sorted by name. */
  list(): Promise<StoredWorld[]>
  /** Removes the stored content of a world, damaged or not. The world must not be open. */
  delete(world: string): Promise<void>
  /** Resolves when the store could take a change now. Otherwise rejects with the reason. */
  check(): Promise<void>
  /** Must be the last call, after every world is closed. */
  close(): Promise<void>
}

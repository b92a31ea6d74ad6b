// Where the data of worlds is kept, behind a small interface: a snapshot per world, and the changes since. Files and
// memory implement it here. test/worlds/store.test.ts runs against every store in the table of test/support/stores.ts.

import type { Id, Item } from '../collection.ts'

/** All collections of a world, as kept. */
export interface Snapshot {
  /** The items of each collection, by its name. */
  readonly collections: Readonly<Record<string, readonly Item[]>>
  /** The id that the next new item of each collection gets. */
  readonly nextIds: Readonly<Record<string, Id>>
}

/** One entry of the change log: a whole item, an id to remove, or the whole data. Replaying a log twice changes nothing. */
export type Change =
  | { readonly put: string; readonly item: Item }
  | { readonly remove: string; readonly id: Id }
  | { readonly set: Snapshot }

/** What is kept of a world. */
export interface Saved {
  /** The whole data at one point in time; absent while only changes were kept. */
  readonly snapshot?: Snapshot
  /** The changes since the snapshot, oldest first. */
  readonly changes: readonly Change[]
  /** A sentence for the log, when something had to be dropped. */
  readonly notice?: string
}

/** One world of a store, opened by the only process that writes it. */
export interface WorldStore {
  /** What was kept when the world was opened; undefined when nothing was. It may be set to undefined, to free the memory. */
  saved: Saved | undefined
  /** Resolves when the changes are kept, in order. After a rejection none of them is. Called again only after it has settled. */
  append(changes: readonly Change[]): Promise<void>
  /**
   * Replaces the snapshot, and drops the changes that were appended before this call: the new snapshot has them. More
   * changes may be appended while a fold is under way. After a rejection everything is kept as before.
   */
  fold(snapshot: Snapshot): Promise<void>
  /** Whether the changes since the snapshot take so much room that it is time to fold. */
  isLong(): boolean
  /** Where the snapshot stands, or the change of this index, for messages. */
  placeOf(change?: number): string
  /** Ends the use of this world. Rejects never, and keeps all that was acknowledged. */
  close(): Promise<void>
}

/** A world that a store keeps. */
export interface StoredWorld {
  /** The name of the world. */
  readonly name: string
  /** How much room the world takes in the store. */
  readonly bytes: number
  /** When the world was last written, in milliseconds since 1970. */
  readonly lastUse: number
}

/** Where worlds are kept. */
export interface Store {
  /** Where the worlds are kept, for people. */
  readonly place: string
  /** Opens a world, kept or new. Rejects with a Problem that names the place when what is kept is damaged. */
  open(world: string): Promise<WorldStore>
  /** Whether anything is kept of a world. */
  has(world: string): Promise<boolean>
  /** All kept worlds, by name. */
  list(): Promise<StoredWorld[]>
  /** Removes what is kept of a world that is not open, damaged or not. */
  delete(world: string): Promise<void>
  /** Resolves when a change could be kept now, and rejects with the reason when not. */
  check(): Promise<void>
  /** Comes last, when every world is closed. */
  close(): Promise<void>
}

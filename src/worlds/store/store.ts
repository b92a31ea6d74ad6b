// Where the data of worlds is kept, behind a small interface: a snapshot per world, and the changes since. There
// is one writer per world. Files implement it, and memory does for a sandbox that leaves nothing behind.

import type { Id, Item } from '../collection.ts'

/** All collections of a world, as kept. */
export interface Snapshot {
  readonly collections: Readonly<Record<string, readonly Item[]>>
  readonly nextIds: Readonly<Record<string, Id>>
}

/** One entry of the change log. Each gives a whole item or the whole data, so that replaying one twice changes nothing. */
export type Change = { readonly put: string; readonly item: Item } | { readonly set: Snapshot }

export interface Saved {
  readonly snapshot?: Snapshot
  readonly changes: readonly Change[]
  /** What had to be dropped, for the log. */
  readonly notice?: string
}

export interface Store {
  /** What is kept of a world; undefined when nothing is. Throws a Problem for a damaged one. */
  load(world: string): Promise<Saved | undefined>
  /** Resolves when the changes are kept, in order; after a rejection none of them is. */
  append(world: string, changes: readonly Change[]): Promise<void>
  /** Whether the changes since the snapshot have grown so much that folding them in pays. */
  isLong(world: string): boolean
  /** Replaces snapshot and changes by this snapshot. */
  fold(world: string, snapshot: Snapshot): Promise<void>
  /** Resolves when a change could be kept, and rejects with the reason when not. */
  check(): Promise<void>
  /** The names of all kept worlds. */
  list(): Promise<string[]>
  /** Where a world's snapshot stands, or its change of this index, for messages. */
  placeOf(world: string, change?: number): string
  close(): Promise<void>
}

/** Keeps worlds that were let go, and nothing beyond the process; live ones are in memory anyway. */
export function createMemoryStore(): Store {
  const snapshots = new Map<string, Snapshot>()
  return {
    load: async (world) => {
      const snapshot = snapshots.get(world)
      return snapshot && { snapshot, changes: [] }
    },
    append: async () => {},
    isLong: () => false,
    fold: async (world, snapshot) => {
      snapshots.set(world, snapshot)
    },
    check: async () => {},
    list: async () => [...snapshots.keys()],
    placeOf: (world) => world,
    close: async () => {},
  }
}

// Keeps worlds in memory only. When the process ends, nothing of them is left.

import { sizeOfSnapshot } from '../size.ts'
import { renderChange } from './log-codec.ts'
import type { Change, Snapshot, Store, StoredWorld, WorldStore } from './store.ts'

/** A world with few items is folded at once after more changes than this. */
const LONG = 1000

interface Kept {
  snapshot?: Snapshot
  changes: Change[]
  /**
   * The world is folded at once after more changes than this. The number grows with the snapshot's items, so that the cost of
   * folding per change stays the same.
   */
  enough: number
  lastUse: number
}

/** Creates a store whose worlds are lost when the process ends. */
export function createMemoryStore(): Store {
  const worlds = new Map<string, Kept>()
  return {
    place: 'in memory only',
    open: async (world) => new MemoryWorld(world, worlds),
    has: async (world) => worlds.has(world),
    list: async () => [...worlds].map(describe).sort((a, b) => (a.name < b.name ? -1 : 1)),
    delete: async (world) => {
      worlds.delete(world)
    },
    check: async () => {},
    close: async () => {},
  }
}

class MemoryWorld implements WorldStore {
  saved
  readonly #name: string
  readonly #worlds: Map<string, Kept>
  readonly #kept: Kept

  constructor(name: string, worlds: Map<string, Kept>) {
    this.#name = name
    this.#worlds = worlds
    const kept = worlds.get(name)
    this.#kept = kept ?? { changes: [], enough: LONG, lastUse: 0 }
    this.saved = kept && { ...(kept.snapshot && { snapshot: kept.snapshot }), changes: [...kept.changes] }
  }

  async append(changes: readonly Change[]): Promise<void> {
    for (const change of changes) this.#kept.changes.push(change)
    this.#touch()
  }

  async fold(snapshot: Snapshot): Promise<void> {
    this.#kept.snapshot = snapshot
    this.#kept.changes = []
    this.#kept.enough = Object.values(snapshot.collections).reduce((most, { length }) => Math.max(most, length), LONG)
    this.#touch()
  }

  isLong(): boolean {
    return this.#kept.changes.length > this.#kept.enough
  }

  placeOf(): string {
    return this.#name
  }

  async close(): Promise<void> {}

  #touch(): void {
    this.#kept.lastUse = Date.now()
    this.#worlds.set(this.#name, this.#kept)
  }
}

const describe = ([name, { snapshot, changes, lastUse }]: [string, Kept]): StoredWorld => ({
  name,
  bytes: (snapshot ? sizeOfSnapshot(snapshot) : 0) + changes.reduce((bytes, change) => bytes + Buffer.byteLength(renderChange(change)), 0),
  lastUse,
})

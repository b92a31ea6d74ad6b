// Keeps worlds in memory only. When the process ends, nothing of them is left.

import type { Content } from '../content.ts'
import { sizeOfSnapshot } from '../size.ts'
import { LowWorld, type WorldAdapter } from './low-world.ts'
import type { Store } from './store.ts'

interface Kept {
  readonly content: Content
  readonly lastUse: number
}

/** Creates a store whose worlds are lost when the process ends. */
export function createMemoryStore(): Store {
  const worlds = new Map<string, Kept>()
  return {
    place: 'in memory only',
    open: (world) => LowWorld.open(createAdapter(world, worlds)),
    has: async (world) => worlds.has(world),
    list: async () => [...worlds].map(describe).sort((a, b) => (a.name < b.name ? -1 : 1)),
    delete: async (world) => {
      worlds.delete(world)
    },
    check: async () => {},
    close: async () => {},
  }
}

const createAdapter = (world: string, worlds: Map<string, Kept>): WorldAdapter => ({
  changes: [],
  place: world,
  read: async () => worlds.get(world)?.content ?? null,
  write: async (content) => {
    worlds.set(world, { content, lastUse: Date.now() })
  },
})

const describe = ([name, { content, lastUse }]: [string, Kept]) => ({
  name,
  lastUse,
  /** Measured only when somebody asks, because worlds in use are measured anyway. */
  get bytes() {
    return sizeOfSnapshot(content.snapshot())
  },
})

// Keeps worlds in memory only. When the process ends, nothing of them is left.

import { sizeOfSnapshot } from '../content.ts'
import { openLowWorld } from './low-world.ts'
import type { Store, WorldContent } from './store.ts'

/** Creates a store whose worlds are lost when the process ends. */
export function createMemoryStore(): Store {
  const worlds = new Map<string, { readonly content: WorldContent; readonly lastUse: number }>()
  return {
    place: 'in memory only',
    open: (world) =>
      openLowWorld({
        changes: [],
        place: world,
        read: async () => worlds.get(world)?.content ?? null,
        write: async (content) => {
          worlds.set(world, { content, lastUse: Date.now() })
        },
      }),
    has: async (world) => worlds.has(world),
    list: async () => {
      const entries = [...worlds].sort(([a], [b]) => (a < b ? -1 : 1))
      return entries.map(([name, { content, lastUse }]) => ({
        name,
        lastUse,
        /** Measured only when somebody asks, because worlds in use are measured anyway. */
        get bytes() {
          return sizeOfSnapshot(content.snapshot())
        },
      }))
    },
    delete: async (world) => {
      worlds.delete(world)
    },
    check: async () => {},
    close: async () => {},
  }
}

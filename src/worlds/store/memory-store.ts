// Keeps worlds in memory only. When the process ends, nothing of them is left.

import { sizeOfSnapshot } from '../content.ts'
import type { Store, WorldContent } from './store.ts'

/** Creates a store whose worlds are lost when the process ends. */
export function createMemoryStore(): Store {
  const worlds = new Map<string, { readonly content: WorldContent; readonly lastUse: number }>()
  return {
    place: 'in memory only',
    open: async (world) => {
      const kept = worlds.get(world)?.content
      return {
        saved: kept && { ...kept.snapshot(), place: world },
        isCurrent: true,
        async commit(changes, content) {
          if (changes.length > 0) worlds.set(world, { content, lastUse: Date.now() })
          return undefined
        },
        close: async () => {},
      }
    },
    has: async (world) => worlds.has(world),
    list: async () =>
      [...worlds].map(([name, { content, lastUse }]) => ({
        name,
        lastUse,
        /** Measured only when somebody asks, because worlds in use are measured anyway. */
        get bytes() {
          return sizeOfSnapshot(content.snapshot())
        },
      })),
    delete: async (world) => {
      worlds.delete(world)
    },
    check: async () => {},
    close: async () => {},
  }
}

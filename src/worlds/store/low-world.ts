// One world as a lowdb database: a WorldStore for stores that only one process uses. This file is lowdb's door.

import { type Adapter, Low } from 'lowdb'
import { Content } from '../content.ts'
import type { Change, WorldStore } from './store.ts'

/**
 * Reads and writes a world. `write` gets the whole content and is told the changes since the last write. It resolves when
 * `read` would give the same content, and may store the changes only. After a rejection nothing is stored.
 */
export interface WorldAdapter extends Adapter<Content> {
  changes: readonly Change[]
  readonly place: string
  readonly notice?: string | undefined
  close?(): Promise<void>
}

/** Reads the world. Rejects with a Problem when its stored content is damaged, and then changes nothing. */
export async function openLowWorld(adapter: WorldAdapter): Promise<WorldStore> {
  const empty = new Content({ collections: {}, nextIds: {} })
  const low = new Low(adapter, empty)
  await low.read()
  return {
    saved: low.data === empty ? undefined : { ...low.data.snapshot(), place: adapter.place, notice: adapter.notice },
    isCurrent: true,
    async commit(changes) {
      if (changes.length === 0) return undefined
      const undo = changes.map((change) => low.data.apply(change))
      adapter.changes = changes
      try {
        await low.write()
      } catch (error) {
        for (const one of undo.reverse()) one()
        throw error
      }
    },
    close: async () => adapter.close?.(),
  }
}

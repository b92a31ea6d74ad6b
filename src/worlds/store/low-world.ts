// One world as a lowdb database: a WorldStore for stores that only one process uses. This file is lowdb's door.

import { type Adapter, Low } from 'lowdb'
import type { Change, Snapshot, WorldContent, WorldStore } from './store.ts'

/**
 * Reads and writes a world. `write` gets the whole content and is told the changes since the last write. It resolves when
 * `read` would give the same content, and may store the changes only. After a rejection nothing is stored.
 */
export interface WorldAdapter extends Adapter<WorldContent> {
  changes: readonly Change[]
  readonly place: string
  readonly notice?: string | undefined
  close?(): Promise<void>
}

const NOTHING: Snapshot = { collections: {}, nextIds: {} }
const EMPTY: WorldContent = { snapshot: () => NOTHING, nextIds: {} }

/** Reads the world. Rejects with a Problem when its stored content is damaged, and then changes nothing. */
export async function openLowWorld(adapter: WorldAdapter): Promise<WorldStore> {
  const low = new Low(adapter, EMPTY)
  await low.read()
  const saved = low.data === EMPTY ? undefined : { ...low.data.snapshot(), place: adapter.place, notice: adapter.notice }
  // From now on, each commit brings the content along. A second copy would cost memory.
  low.data = EMPTY
  return {
    saved,
    isCurrent: true,
    async commit(changes, content) {
      if (changes.length === 0) return undefined
      low.data = content
      adapter.changes = changes
      await low.write()
    },
    close: async () => adapter.close?.(),
  }
}

// One world as a lowdb database: a WorldStore for stores that only one process uses. This file is lowdb's door.

import { type Adapter, Low } from 'lowdb'
import { Content } from '../content.ts'
import type { Change, Saved, WorldStore } from './store.ts'

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

const EMPTY = { collections: {}, nextIds: {} }

export class LowWorld implements WorldStore {
  saved: Saved | undefined
  readonly isCurrent = true
  readonly #adapter: WorldAdapter
  readonly #low: Low<Content>

  private constructor(adapter: WorldAdapter) {
    this.#adapter = adapter
    this.#low = new Low(adapter, new Content(EMPTY))
  }

  /** Reads the world. Rejects with a Problem when its stored content is damaged, and then changes nothing. */
  static async open(adapter: WorldAdapter): Promise<WorldStore> {
    const world = new LowWorld(adapter)
    const low = world.#low
    const empty = low.data
    await low.read()
    if (low.data !== empty) world.saved = { ...low.data.snapshot(), place: adapter.place, notice: adapter.notice }
    return world
  }

  async commit(changes: readonly Change[]): Promise<undefined> {
    if (changes.length === 0) return
    const undo = changes.map((change) => this.#low.data.apply(change))
    this.#adapter.changes = changes
    try {
      await this.#low.write()
    } catch (error) {
      for (const one of undo.reverse()) one()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#adapter.close?.()
  }
}

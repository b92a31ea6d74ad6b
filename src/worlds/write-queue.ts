// The queue of writes of one world. It brings changes to the store, several at once. Changes that the store refuses are undone.

import { messageOf, Problem } from '../errors/problem.ts'
import type { Change, Snapshot, WorldStore } from './store/store.ts'

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

export class WriteQueue {
  readonly #store: WorldStore
  /** The fixtures this world began with; stored with its first change, because the next start may have other fixtures. */
  #fixtures: Snapshot | undefined
  #queue: Pending[] = []
  /** The number of changes so far, and how many of them are settled. A settled change is stored or undone. */
  #made = 0
  #settled = 0
  #flushing: Promise<void> | undefined
  #isDiscarded = false

  /** `fixtures` are the content of a world that the store does not have yet. */
  constructor(store: WorldStore, fixtures: Snapshot | undefined) {
    this.#store = store
    this.#fixtures = fixtures
  }

  /** The number of changes so far. */
  get made(): number {
    return this.#made
  }

  add(change: Change, undo: () => void): void {
    this.#queue.push({ change, undo })
    this.#made += 1
  }

  /** Resolves when every change so far is stored. When a change cannot be stored, undoes the changes and throws a Problem. */
  async commit(): Promise<void> {
    const mine = this.#made
    while (this.#settled < mine) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined
      })
      await this.#flushing
    }
  }

  /** Stores all changes, and ends. Rejects when the store could not tidy up. */
  async close(): Promise<void> {
    await this.commit().catch(() => {})
    await this.#store.close()
  }

  /** Ends because the world will be deleted. No change is stored from now on. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#flushing?.catch(() => {})
    await this.#store.close().catch(() => {})
  }

  async #flush(): Promise<void> {
    // The changes of one moment are written together.
    await null
    const batch = this.#queue
    this.#queue = []
    const changes = batch.map(({ change }) => change)
    try {
      if (this.#isDiscarded) throw new Error('its world was deleted')
      await this.#store.commit(this.#fixtures ? [{ set: this.#fixtures }, ...changes] : changes)
    } catch (error) {
      this.#undo(batch)
      throw new Problem('unavailable', `The change could not be stored: ${messageOf(error)}`, { cause: error })
    }
    this.#fixtures = undefined
    this.#settled += batch.length
  }

  /** Later changes build on the refused ones. So all of them are undone, the newest first. */
  #undo(batch: readonly Pending[]): void {
    for (const { undo } of [...batch, ...this.#queue.splice(0)].reverse()) undo()
    this.#settled = this.#made
  }
}

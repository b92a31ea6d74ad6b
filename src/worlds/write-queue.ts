// The queue of writes of one world. It brings changes to the store, several at once, and folds them into the store's
// snapshot in a quiet moment. Changes that the store refuses are undone.

import { messageOf, Problem } from '../errors/problem.ts'
import type { Change, Snapshot, WorldStore } from './store/store.ts'

export interface WriteQueueParts {
  readonly store: WorldStore
  /** Makes a copy of all collections. */
  readonly snapshot: () => Snapshot
  /** Whether the store's snapshot has all changes. */
  readonly isFolded: boolean
  /** The fixtures this world began with, stored before its first change: the next start may have other fixtures. */
  readonly ground?: Snapshot
}

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

/** Changes are folded after this time without a new change. */
const QUIET_MS = 1000
/** After a fold, the next fold waits this many times as long as the fold took. So a large world is not folded all the time. */
const REST = 20

export class WriteQueue {
  readonly #store: WorldStore
  readonly #snapshot: () => Snapshot
  #ground: Snapshot | undefined
  #isFolded: boolean
  #queue: Pending[] = []
  /** The number of changes so far, and how many of them are settled. A settled change is stored or undone. */
  #made = 0
  #settled = 0
  #flushing: Promise<void> | undefined
  #folding: Promise<void> | undefined
  #quiet: NodeJS.Timeout | undefined
  #quietMs = QUIET_MS
  #isDiscarded = false

  constructor({ store, snapshot, isFolded, ground }: WriteQueueParts) {
    this.#store = store
    this.#snapshot = snapshot
    this.#isFolded = isFolded
    this.#ground = ground
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

  /** Stores all changes, folds them into the snapshot, and ends. Rejects when the store refuses the snapshot. */
  async close(): Promise<void> {
    try {
      await this.commit().catch(() => {})
      await this.#folding
      clearTimeout(this.#quiet)
      if (!this.#isFolded) await this.#store.fold(this.#snapshot())
    } catch (error) {
      throw new Error(`${this.#store.placeOf()}: could not be written: ${messageOf(error)}`, { cause: error })
    } finally {
      await this.#store.close()
    }
  }

  /** Ends because the world will be deleted. No change is stored from now on. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#flushing?.catch(() => {})
    await this.#folding
    clearTimeout(this.#quiet)
    await this.#store.close()
  }

  async #flush(): Promise<void> {
    // The changes of one moment are written together.
    await null
    const batch = this.#queue
    this.#queue = []
    try {
      if (this.#isDiscarded) throw new Error('its world was deleted')
      if (this.#ground !== undefined) await this.#store.fold(this.#ground)
      this.#ground = undefined
      await this.#store.append(batch.map(({ change }) => change))
    } catch (error) {
      this.#undo(batch)
      throw new Problem('unavailable', `The change could not be stored: ${messageOf(error)}`, { cause: error })
    }
    this.#settled += batch.length
    this.#isFolded = false
    if (this.#queue.length === 0 && this.#store.isLong()) void this.#fold()
    else this.#foldLater().refresh()
  }

  /** Later changes build on the refused ones. So all of them are undone, the newest first. */
  #undo(batch: readonly Pending[]): void {
    for (const { undo } of [...batch, ...this.#queue.splice(0)].reverse()) undo()
    this.#settled = this.#made
    // A new snapshot removes refused changes that the store may have kept, and restores files that somebody deleted. A
    // client that tries again and again must not delay this snapshot.
    this.#isFolded = false
    this.#foldLater()
  }

  /** Folds later, unless a write is under way at that time. That write calls this function again when it ends. */
  #foldLater(): NodeJS.Timeout {
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined
      if (!this.#isFolded && !this.#flushing && !this.#isDiscarded) void this.#fold()
    }, this.#quietMs).unref()
    return this.#quiet
  }

  /** The store's log keeps a change until the snapshot has it. So a failed fold loses nothing and is tried again. */
  #fold(): Promise<void> {
    this.#folding ??= this.#foldNow().finally(() => {
      this.#folding = undefined
    })
    return this.#folding
  }

  async #foldNow(): Promise<void> {
    const began = performance.now()
    this.#isFolded = true
    try {
      await this.#store.fold(this.#snapshot())
    } catch {
      this.#isFolded = false
    }
    clearTimeout(this.#quiet)
    this.#quiet = undefined
    this.#quietMs = Math.max(QUIET_MS, REST * (performance.now() - began))
    if (!this.#isFolded) this.#foldLater()
  }
}

// The queue of writes of one world: it carries changes to the store, several at once, and folds them into the store's
// snapshot on a quiet moment. What the store refuses is undone.

import { messageOf, Problem } from '../replies/problem.ts'
import type { Change, Snapshot, WorldStore } from './store/store.ts'

export interface WriteQueueParts {
  readonly store: WorldStore
  /** All collections as they are now, as a copy. */
  readonly snapshot: () => Snapshot
  /** Whether the store's snapshot has all that is kept. */
  readonly isFolded: boolean
  /** The snapshot that changes rest on, when the store has none yet: another start may have other fixtures. */
  readonly ground?: Snapshot
}

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

/** Changes are folded when none came for this long. */
const QUIET_MS = 1000
/** A fold of a large world takes long: after one, it stays quiet for so many times as long, so that folding is never most of the work. */
const REST = 20

export class WriteQueue {
  readonly #store: WorldStore
  readonly #snapshot: () => Snapshot
  #ground: Snapshot | undefined
  #isFolded: boolean
  #queue: Pending[] = []
  /** How many changes were ever made, and how many of them are settled: kept, or undone. */
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

  /** How many changes were ever made. */
  get made(): number {
    return this.#made
  }

  add(change: Change, undo: () => void): void {
    this.#queue.push({ change, undo })
    this.#made += 1
  }

  /** Resolves when every change so far is kept. Throws a Problem, with the changes undone, when it cannot be. */
  async commit(): Promise<void> {
    const mine = this.#made
    while (this.#settled < mine) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined
      })
      await this.#flushing
    }
  }

  /** Keeps all, in the snapshot too, and ends. Rejects when the store does not take the snapshot. */
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

  /** Ends, because the world is to be deleted: no change is kept from now on. */
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

  /** Later changes rest on those that were refused: all are undone, the newest first. */
  #undo(batch: readonly Pending[]): void {
    for (const { undo } of [...batch, ...this.#queue.splice(0)].reverse()) undo()
    this.#settled = this.#made
    // A fresh snapshot rids the store of what it may have kept of them, and mends files that somebody deleted.
    // A client that tries again and again must not put that off.
    this.#isFolded = false
    this.#foldLater()
  }

  /** Folds after a while, unless a write is under way then: it comes back here when it ends. */
  #foldLater(): NodeJS.Timeout {
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined
      if (!this.#isFolded && !this.#flushing && !this.#isDiscarded) void this.#fold()
    }, this.#quietMs).unref()
    return this.#quiet
  }

  /** Until the snapshot has a change the store's log keeps it, so a fold that fails loses nothing and is tried again. */
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

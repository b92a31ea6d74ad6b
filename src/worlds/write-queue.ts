// The queue of writes of one world. It brings changes to the store, several at once. It undoes changes that the store refuses, and
// changes that were made on data that others have changed in the meantime.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../ground/problem.ts'
import { type Change, type Newer, type Snapshot, unavailable, type WorldContent, type WorldStore } from './store/store.ts'

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

/** Work is done at most this many times, while other processes change the world. */
const MAX_TRIES = 100

export class WriteQueue {
  readonly store: WorldStore
  readonly #content: WorldContent
  readonly #fixtures: Snapshot
  readonly #applyNewer: (changes: readonly Change[], isGone: boolean) => void
  /** Whether the store has the world. Otherwise the first change also stores the fixtures: the next start may have others. */
  #isKept: boolean
  #queue: Pending[] = []
  /** The number of changes, and how many of them are settled: stored or undone. */
  #made = 0
  #settled = 0
  #flushing: Promise<boolean> | undefined
  #isDiscarded = false

  /** `applyNewer` applies the changes of others. `isGone`: the store does not have the world any more. */
  constructor(
    store: WorldStore,
    content: WorldContent,
    fixtures: Snapshot,
    applyNewer: (changes: readonly Change[], isGone: boolean) => void,
  ) {
    this.store = store
    this.#content = content
    this.#fixtures = fixtures
    this.#applyNewer = applyNewer
    this.#isKept = store.saved !== undefined
  }

  /** Whether the store has no data of this world, and no change was made. */
  get isUntouched(): boolean {
    return !this.#isKept && this.#made === 0
  }

  add(change: Change, undo: () => void): void {
    this.#queue.push({ change, undo })
    this.#made += 1
  }

  /**
   * Does work, and gives its result when all changes so far are stored: the result may rest on changes of others. Does the work again when
   * these are undone, or when another process has changed the data. Work that throws changes nothing. Throws a Problem when a change of the
   * work cannot be stored.
   */
  carryOut<Result>(work: () => Result, tries = 1): Result | Promise<Result> {
    const before = this.#made
    let finish: () => Result
    try {
      const result = work()
      if (this.#settled === this.#made) return result
      finish = () => result
    } catch (error) {
      undo(this.#queue.splice(this.#queue.length - (this.#made - before)))
      this.#made = before
      if (this.#settled === this.#made) throw error
      finish = () => {
        throw error
      }
    }
    const isChange = this.#made !== before
    const committed = this.#commit().catch((error) => {
      // Others' changes were refused. The work itself changes nothing, so it only needs the data without them.
      if (isChange) throw error
      return false
    })
    return committed.then((isStored) => {
      if (isStored) return finish()
      if (tries === MAX_TRIES) throw new Problem('unavailable', 'Other processes change this world all the time: try again')
      return this.carryOut(work, tries + 1)
    })
  }

  /** Takes the changes of others. When the store cannot tell them, the data stays as it is. */
  async refresh(): Promise<void> {
    // A flush that is under way may have asked the store before the newest changes of others.
    await this.#flushing?.catch(() => {})
    if (!this.store.isCurrent) await this.#flush().catch(() => {})
  }

  /** Stores all changes. When the world is deleted, stores none from now on. Rejects when the store could not tidy up. */
  async close({ isDeleted = false } = {}): Promise<void> {
    this.#isDiscarded = isDeleted
    await this.#commit().catch(() => {})
    await this.store.close()
  }

  /** Stores every change so far. Resolves with false when others had changed the data, so that the changes were undone. */
  async #commit(): Promise<boolean> {
    const mine = this.#made
    while (this.#settled < mine) if (!(await this.#flush())) return false
    return true
  }

  /** All who ask at one moment get the same flush. */
  #flush(): Promise<boolean> {
    this.#flushing ??= this.#store().finally(() => (this.#flushing = undefined))
    return this.#flushing
  }

  async #store(): Promise<boolean> {
    // The changes of one turn of the event loop are written together.
    await nextTurn()
    const batch = this.#queue
    this.#queue = []
    const changes = batch.map(({ change }) => change)
    if (changes.length > 0 && !this.#isKept) changes.unshift({ set: this.#fixtures })
    let newer: Newer | undefined
    try {
      if (this.#isDiscarded) throw new Problem('unavailable', 'its world was deleted')
      newer = await this.store.commit(changes, this.#content)
    } catch (error) {
      this.#undoFrom(batch)
      throw unavailable(error, 'The change could not be stored: ')
    }
    if (newer === undefined) {
      this.#isKept ||= changes.length > 0
      this.#settled += batch.length
      return true
    }
    this.#undoFrom(batch)
    this.#isKept = newer !== 'deleted' && (this.#isKept || newer.length > 0)
    this.#applyNewer(newer === 'deleted' ? [{ set: this.#fixtures }] : newer, newer === 'deleted')
    return false
  }

  /** Later changes build on the refused ones, so all are undone. */
  #undoFrom(refused: readonly Pending[]): void {
    undo([...refused, ...this.#queue.splice(0)])
    this.#settled = this.#made
  }
}

/** The newest change first. */
function undo(changes: readonly Pending[]): void {
  for (const change of changes.toReversed()) change.undo()
}

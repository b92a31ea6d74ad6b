// The queue of writes of one world. It brings changes to the store, several at once. Changes that the store refuses are
// undone, and so are changes that were made on data that others have changed in the meantime.

import { Problem } from '../ground/problem.ts'
import { type Change, type Newer, type Snapshot, unavailable, type WorldContent, type WorldStore } from './store/store.ts'

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

/** Work is done again at most this many times. Each time another process has stored a change. */
const MAX_TRIES = 100

export class WriteQueue {
  readonly store: WorldStore
  readonly #content: WorldContent
  readonly #fixtures: Snapshot
  readonly #applyNewer: (changes: readonly Change[]) => void
  /** Whether the store has the world. The next start may have other fixtures, so the fixtures are stored too. */
  #isKept: boolean
  #queue: Pending[] = []
  /** The number of changes so far, and how many of them are settled. A settled change is stored or undone. */
  #made = 0
  #settled = 0
  #flushing: Promise<boolean> | undefined
  #isDiscarded = false

  /** The fixtures are stored with the first change of a world that the store does not have. `applyNewer` applies the changes of others. */
  constructor(store: WorldStore, content: WorldContent, fixtures: Snapshot, applyNewer: (changes: readonly Change[]) => void) {
    this.store = store
    this.#content = content
    this.#fixtures = fixtures
    this.#applyNewer = applyNewer
    this.#isKept = store.saved !== undefined
  }

  /** Whether the store never kept any data of this world, and no change was made. */
  get isUntouched(): boolean {
    return !this.#isKept && this.#made === 0
  }

  add(change: Change, undo: () => void): void {
    this.#queue.push({ change, undo })
    this.#made += 1
  }

  /**
   * Does work that reads and changes the data, and resolves with its result when the changes are stored. A result that rests
   * on changes of others waits until they are stored. The work is done again when these changes are undone, and when another
   * process has changed the data in the meantime. Throws a Problem when a change cannot be stored.
   */
  carryOut<Result>(work: () => Result, tries = 1): Result | Promise<Result> {
    const before = this.#made
    let finish: () => Result
    try {
      const result = work()
      if (this.#settled === this.#made) return result
      finish = () => result
    } catch (error) {
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

  /**
   * Stores all changes, and ends. When the world will be deleted, stores no change from now on. Rejects when the store could not
   * tidy up.
   */
  async close({ isDeleted = false } = {}): Promise<void> {
    this.#isDiscarded = isDeleted
    await this.#commit().catch(() => {})
    await this.store.close()
  }

  /**
   * Resolves with true when every change so far is stored, and with false when the changes were undone because others had
   * changed the data. When a change cannot be stored, undoes the changes and throws a Problem.
   */
  async #commit(): Promise<boolean> {
    const mine = this.#made
    while (this.#settled < mine) if (!(await this.#flush())) return false
    return true
  }

  /** Stores the changes that wait now. All who ask at one moment get the same flush. */
  #flush(): Promise<boolean> {
    this.#flushing ??= this.#store().finally(() => (this.#flushing = undefined))
    return this.#flushing
  }

  async #store(): Promise<boolean> {
    // The changes of one moment are written together.
    await null
    const batch = this.#queue
    this.#queue = []
    const changes = batch.map(({ change }) => change)
    if (changes.length > 0 && !this.#isKept) changes.unshift({ set: this.#fixtures })
    let newer: Newer | undefined
    try {
      if (this.#isDiscarded) throw new Error('its world was deleted')
      newer = await this.store.commit(changes, this.#content)
    } catch (error) {
      this.#undo(batch)
      throw unavailable(error, 'The change could not be stored: ')
    }
    if (newer === undefined) {
      this.#isKept ||= changes.length > 0
      this.#settled += batch.length
      return true
    }
    this.#undo(batch)
    this.#isKept = newer !== 'deleted' && (this.#isKept || newer.length > 0)
    this.#applyNewer(newer === 'deleted' ? [{ set: this.#fixtures }] : newer)
    return false
  }

  /** Later changes build on the refused ones. So all of them are undone, the newest first. */
  #undo(batch: readonly Pending[]): void {
    for (const { undo } of [...batch, ...this.#queue.splice(0)].reverse()) undo()
    this.#settled = this.#made
  }
}

// A world's data: the collections that calls read and change. A change takes effect at once. The write queue brings the
// change to the store, and undoes it when the store refuses it.

import { Problem } from '../errors/problem.ts'
import { fromBigId, isBigId } from '../exchange/big-id.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import type { Id, Item, Page, PageOptions } from './collection.ts'
import { Content } from './content.ts'
import { sizeOfItem, sizeOfSnapshot } from './size.ts'
import type { Change, Snapshot, WorldStore } from './store/store.ts'
import { WriteQueue } from './write-queue.ts'

export interface DataParts {
  readonly store: WorldStore
  /** The content of a world that is not in the store yet. */
  readonly fixtures: Snapshot
  /** The most bytes that the items may take as JSON text. */
  readonly maxBytes?: number | undefined
}

/** Work is done again at most this many times. Each time another process has stored a change. */
const MAX_TRIES = 100

export class Data {
  readonly #writes: WriteQueue
  readonly #maxBytes: number
  readonly #store: WorldStore
  readonly #content: Content
  /** Bytes that the items take as JSON text. */
  #bytes = 0
  /** Items that calls do not see yet. The key has collection and id. The function returns true when calls may see the item. */
  #hidden = new Map<string, () => boolean>()
  #hasBigIds = false

  constructor({ store, fixtures, maxBytes = BOUNDS.worldBytes }: DataParts) {
    const { saved } = store
    this.#maxBytes = maxBytes
    this.#store = store
    this.#content = new Content(saved ?? fixtures)
    this.#bytes = sizeOfSnapshot(saved ?? fixtures)
    this.#writes = new WriteQueue({
      store,
      fixtures,
      applyNewer: (changes) => {
        for (const change of changes) this.#apply(change)
        this.onTaken()
      },
    })
    store.saved = undefined
  }

  /** Called when other processes had the world in the meantime. Their changes are applied already. */
  onTaken: () => void = () => {}

  /** False when other processes may have changed the world. Then `refresh` must come before the next call. */
  get isCurrent(): boolean {
    return this.#store.isCurrent
  }

  /** Takes the changes of other processes. */
  refresh(): Promise<void> {
    return this.#writes.refresh()
  }

  /** Bytes that the items take as JSON text. */
  get bytes(): number {
    return this.#bytes
  }

  find(collection: string, id: Id): Item | undefined {
    const found = this.#isHidden(collection, id) ? undefined : this.get(collection, id)
    if (found !== undefined || !this.#hasBigIds || !isBigId(id)) return found
    const real = this.find(collection, fromBigId(id))
    return real && { ...real, id }
  }

  /** From now on, calls find an item by its big id too, because a scenario has shown such ids. */
  giveBigIds(): void {
    this.#hasBigIds = true
  }

  /** Finds the item even while it is hidden from calls. */
  get(collection: string, id: Id): Item | undefined {
    return this.#content.find(collection)?.find(id)
  }

  page(collection: string, options: PageOptions = {}): Page {
    const isHidden = this.#hidden.size > 0 && { isHidden: ({ id }: Item) => this.#isHidden(collection, id) }
    return this.#content.find(collection)?.page({ ...options, ...isHidden }) ?? { items: [], more: false }
  }

  /** Hides an item from calls until `isOver` returns true. Does nothing when the item is not in this world. */
  hide(item: object, isOver: () => boolean): void {
    for (const [key, isPast] of this.#hidden) if (isPast()) this.#hidden.delete(key)
    for (const [name, collection] of this.#content.collections) {
      const { id } = item as Item
      if (collection.find(id) === item) this.#hidden.set(keyOf(name, id), isOver)
    }
  }

  /** Adds an item under the next free id. `chooseId` may take a higher one. */
  insert(collection: string, fields: Readonly<Record<string, unknown>>, chooseId = (free: Id): Id => free): Item {
    const nextId = chooseId(this.#content.find(collection)?.nextId ?? 1)
    if (nextId > 2n ** 63n - 1n) throw new Problem('unavailable', `The ids of ${collection} are used up`)
    const item: Item = { id: nextId, ...fields }
    this.put(collection, item)
    return item
  }

  /** Adds an item, or replaces the item with the same id. Throws a Problem when the world is full. */
  put(collection: string, item: Item): void {
    this.#change({ put: collection, item })
  }

  /** Removes an item, and returns the item; undefined when there is no such item. */
  remove(collection: string, id: Id): Item | undefined {
    const found = this.get(collection, id)
    if (found) this.#change({ remove: collection, id: found.id })
    return found
  }

  /** Replaces all collections. Throws a Problem when the new collections are too large. */
  set(snapshot: Snapshot): void {
    this.#change({ set: snapshot })
  }

  /** Whether the collections are still the fixtures, and the store never kept any data of this world. */
  get isUntouched(): boolean {
    return !this.#writes.isKept && this.changes === 0
  }

  /** The number of changes so far. A comparison before and after a call tells whether the call changed data. */
  get changes(): number {
    return this.#writes.made
  }

  /**
   * Does work that reads and changes the data, and resolves with its result when the changes are stored. A result that rests
   * on changes of others waits until they are stored. The work is done again when these changes are undone, and when another
   * process has changed the data in the meantime. Throws a Problem when a change cannot be stored.
   */
  carryOut<Result>(work: () => Result, tries = 1): Result | Promise<Result> {
    const before = this.changes
    let result: Result
    try {
      result = work()
    } catch (error) {
      if (!this.#writes.isPending) throw error
      return this.#settle(work, tries, before, () => {
        throw error
      })
    }
    if (!this.#writes.isPending) return result
    return this.#settle(work, tries, before, () => result)
  }

  async #settle<Result>(work: () => Result, tries: number, before: number, finish: () => Result): Promise<Result> {
    const isChange = this.changes !== before
    const isStored = await this.#writes.commit().catch((error) => {
      // Others' changes were refused. The work itself changes nothing, so it only needs the data without them.
      if (isChange) throw error
      return false
    })
    if (isStored) return finish()
    if (tries === MAX_TRIES) throw new Problem('unavailable', 'Other processes change this world all the time: try again')
    return this.carryOut(work, tries + 1)
  }

  /** A copy of all collections. Later changes do not change the copy. */
  snapshot(): Snapshot {
    return this.#content.snapshot()
  }

  /** Stores all changes, before the world is unloaded. Rejects when the store could not tidy up. */
  close(): Promise<void> {
    return this.#writes.close()
  }

  /** Ends without storing further changes. */
  discard(): Promise<void> {
    return this.#writes.discard()
  }

  #isHidden(collection: string, id: Id): boolean {
    return this.#hidden.size > 0 && this.#hidden.get(keyOf(collection, id))?.() === false
  }

  #change(change: Change): void {
    const growth = this.#growthBy(change)
    this.#refuseGrowth(growth)
    const hidden = this.#hidden
    const undo = this.#apply(change, growth)
    this.#writes.add(change, () => {
      undo()
      this.#bytes -= growth
      this.#hidden = hidden
    })
  }

  #apply(change: Change, growth = this.#growthBy(change)): () => void {
    if ('set' in change) this.#hidden = new Map()
    this.#bytes += growth
    return this.#content.apply(change)
  }

  /** The bytes that a change adds. */
  #growthBy(change: Change): number {
    if ('set' in change) return sizeOfSnapshot(change.set) - this.#bytes
    const [collection, id] = 'put' in change ? [change.put, change.item.id] : [change.remove, change.id]
    const before = this.get(collection, id)
    return ('put' in change ? sizeOfItem(change.item) : 0) - (before ? sizeOfItem(before) : 0)
  }

  #refuseGrowth(growth: number): void {
    const bytes = this.#bytes + growth
    if (growth <= 0 || bytes <= this.#maxBytes) return
    throw new Problem(
      'unavailable',
      `This world is full: its items would take ${bytes} bytes, and --max-world-bytes allows ${this.#maxBytes}. Remove some items, reset the world, or allow more bytes`,
    )
  }
}

const keyOf = (collection: string, id: Id) => `${collection}/${id}`

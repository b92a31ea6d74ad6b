// A world's data: the collections that calls read and change. A change takes effect at once. The write queue brings the
// change to the store, and undoes it when the store refuses it.

import { Problem } from '../errors/problem.ts'
import { Collection, type Id, type Item, type Page, type PageOptions } from './collection.ts'
import { MAX_WORLD_BYTES, sizeOfItem, sizeOfSnapshot } from './size.ts'
import type { Change, Saved, Snapshot, WorldStore } from './store/store.ts'
import { WriteQueue } from './write-queue.ts'

export interface DataParts {
  readonly store: WorldStore
  readonly saved?: Saved | undefined
  /** The content of a world that is not in the store yet. */
  readonly fixtures: Snapshot
  /** The most bytes that the items may take as JSON text. */
  readonly maxBytes?: number | undefined
}

export class Data {
  readonly #writes: WriteQueue
  readonly #maxBytes: number
  readonly #isKept: boolean
  #collections = new Map<string, Collection>()
  /** Bytes that the items take as JSON text. */
  #bytes = 0
  /** Items that calls do not see yet. The key has collection and id. The value tells whether the hiding is over. */
  readonly #hidden = new Map<string, () => boolean>()

  constructor({ store, saved, fixtures, maxBytes = MAX_WORLD_BYTES }: DataParts) {
    this.#maxBytes = maxBytes
    this.#isKept = saved !== undefined
    this.#replace(saved?.snapshot ?? fixtures)
    for (const change of saved?.changes ?? []) this.#apply(change)
    this.#writes = new WriteQueue({
      store,
      snapshot: () => this.snapshot(),
      isFolded: saved === undefined || saved.changes.length === 0,
      ...(saved === undefined && { ground: fixtures }),
    })
  }

  /** Bytes that the items take as JSON text. */
  get bytes(): number {
    return this.#bytes
  }

  find(collection: string, id: Id): Item | undefined {
    return this.#isHidden(collection, id) ? undefined : this.get(collection, id)
  }

  /** Finds the item even while it is hidden from calls. */
  get(collection: string, id: Id): Item | undefined {
    return this.#collections.get(collection)?.find(id)
  }

  page(collection: string, options: PageOptions = {}): Page {
    const isHidden = this.#hidden.size > 0 && { isHidden: ({ id }: Item) => this.#isHidden(collection, id) }
    return this.#collections.get(collection)?.page({ ...options, ...isHidden }) ?? { items: [], more: false }
  }

  /** Hides an item from calls until `isOver` returns true. Does nothing when the item is not in this world. */
  hide(item: object, isOver: () => boolean): void {
    for (const [key, isPast] of this.#hidden) if (isPast()) this.#hidden.delete(key)
    for (const [name, collection] of this.#collections) {
      const { id } = item as Item
      if (collection.find(id) === item) this.#hidden.set(keyOf(name, id), isOver)
    }
  }

  /** Adds an item under the next free id. */
  insert(collection: string, fields: Readonly<Record<string, unknown>>): Item {
    const { nextId } = this.#collection(collection)
    if (nextId > 2n ** 63n - 1n) throw new Problem('unavailable', `The ids of ${collection} are used up`)
    const item: Item = { id: nextId, ...fields }
    this.put(collection, item)
    return item
  }

  /** Adds an item, or replaces the item with the same id. Throws a Problem when the world is full. */
  put(collection: string, item: Item): void {
    const target = this.#collection(collection)
    const { nextId } = target
    const replaced = target.find(item.id)
    const growth = sizeOfItem(item) - (replaced ? sizeOfItem(replaced) : 0)
    this.#refuseGrowth(growth)
    this.#bytes += growth
    target.put(item)
    this.#writes.add({ put: collection, item }, () => {
      this.#bytes -= growth
      if (replaced) target.put(replaced)
      else target.remove(item.id)
      target.nextId = nextId
    })
  }

  /** Removes an item, and returns the item; undefined when there is no such item. */
  remove(collection: string, id: Id): Item | undefined {
    const target = this.#collections.get(collection)
    const removed = target?.remove(id)
    if (target === undefined || removed === undefined) return undefined
    const bytes = sizeOfItem(removed)
    this.#bytes -= bytes
    this.#writes.add({ remove: collection, id: removed.id }, () => {
      this.#bytes += bytes
      target.put(removed)
    })
    return removed
  }

  /** Replaces all collections. Throws a Problem when the new collections are too large. */
  set(snapshot: Snapshot): void {
    const before = { collections: this.#collections, bytes: this.#bytes, hidden: [...this.#hidden] }
    this.#refuseGrowth(sizeOfSnapshot(snapshot) - this.#bytes)
    this.#replace(snapshot)
    this.#writes.add({ set: this.snapshot() }, () => {
      this.#collections = before.collections
      this.#bytes = before.bytes
      this.#hidden.clear()
      for (const [key, isOver] of before.hidden) this.#hidden.set(key, isOver)
    })
  }

  /** Whether the collections are still the fixtures, and the store never kept any data of this world. */
  get isUntouched(): boolean {
    return !this.#isKept && this.changes === 0
  }

  /** The number of changes so far. A comparison before and after a call tells whether the call changed data. */
  get changes(): number {
    return this.#writes.made
  }

  /** Resolves when every change so far is stored. When a change cannot be stored, undoes the changes and throws a Problem. */
  commit(): Promise<void> {
    return this.#writes.commit()
  }

  /** A copy of all collections. Later changes do not change the copy. */
  snapshot(): Snapshot {
    const entries = [...this.#collections]
    return {
      collections: Object.fromEntries(entries.map(([name, { items }]) => [name, items])),
      nextIds: Object.fromEntries(entries.map(([name, { nextId }]) => [name, nextId])),
    }
  }

  /** Brings the store's snapshot up to date, before the world is unloaded. Rejects when the store refuses the snapshot. */
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

  #refuseGrowth(growth: number): void {
    const bytes = this.#bytes + growth
    if (growth <= 0 || bytes <= this.#maxBytes) return
    throw new Problem(
      'unavailable',
      `This world is full: its items would take ${bytes} bytes, and --max-world-bytes allows ${this.#maxBytes}. Remove some items, reset the world, or allow more bytes`,
    )
  }

  /** Applies a change that the store already has. */
  #apply(change: Change): void {
    if ('set' in change) this.#replace(change.set)
    else if ('put' in change) this.#resize(change.item, this.#collection(change.put).put(change.item))
    else this.#resize(undefined, this.#collection(change.remove).remove(change.id))
  }

  #resize(added: Item | undefined, removed: Item | undefined): void {
    this.#bytes += (added ? sizeOfItem(added) : 0) - (removed ? sizeOfItem(removed) : 0)
  }

  #replace(snapshot: Snapshot): void {
    const { collections, nextIds } = snapshot
    this.#hidden.clear()
    this.#bytes = sizeOfSnapshot(snapshot)
    this.#collections = new Map(Object.entries(collections).map(([name, items]) => [name, new Collection(items, nextIds[name])]))
  }

  #collection(name: string): Collection {
    const known = this.#collections.get(name)
    if (known) return known
    const created = new Collection([])
    this.#collections.set(name, created)
    return created
  }
}

const keyOf = (collection: string, id: Id) => `${collection}/${id}`

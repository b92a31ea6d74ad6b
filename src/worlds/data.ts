// The collections of a world. A change takes effect at once. The write queue brings it to the store, or undoes it if the store refuses.

import { Problem } from '../ground/problem.ts'
import { Collection, type Id, type Item, type Page, type PageOptions } from './collection.ts'
import { Content } from './content.ts'
import type { Change, Snapshot, WorldStore } from './store/store.ts'
import { WriteQueue } from './write-queue.ts'

const MAX_ID = 2n ** 63n - 1n

export class Data {
  readonly writes: WriteQueue
  readonly #maxBytes: number
  readonly #content: Content
  /** Items that calls do not see until the function returns true. */
  #hidden: WeakMap<object, () => boolean> | undefined

  /** A world that is not in the store yet begins with the fixtures. */
  constructor(store: WorldStore, fixtures: Snapshot, maxBytes: number) {
    const content = store.saved ?? fixtures
    this.#maxBytes = maxBytes
    this.#content = new Content(content)
    this.writes = new WriteQueue(store, this.#content, fixtures, (changes, isGone) => {
      for (const change of changes) this.#content.apply(change)
      // The clocks of the hidden items end with their session.
      this.#hidden = undefined
      this.onTaken(isGone)
    })
    store.saved = undefined
  }

  /** Of the items, as JSON text. */
  get bytes(): number {
    return this.#content.bytes
  }

  /** Called when other processes had the world, after their changes were applied. `isGone`: the store does not have it any more. */
  onTaken: (isGone: boolean) => void = () => {}

  find(collection: string, id: Id): Item | undefined {
    const found = this.#content.collections.get(collection)?.find(id)
    return found !== undefined && this.#hidden?.get(found)?.() !== false ? found : undefined
  }

  /** Finds hidden items too. */
  findStored(collection: string, id: Id): Item | undefined {
    return this.#content.collections.get(collection)?.find(id)
  }

  page(collection: string, options: PageOptions = {}): Page {
    const hidden = this.#hidden
    const isHidden = hidden && { isHidden: (item: Item) => hidden.get(item)?.() === false }
    return this.#collection(collection).page({ ...options, ...isHidden })
  }

  hide(item: object, isOver: () => boolean): void {
    this.#hidden ??= new WeakMap()
    this.#hidden.set(item, isOver)
  }

  /**
   * Adds an item under the next id. `chooseId` may take a higher one. When the last int64 is used, for example by a test, the item gets
   * the lowest free id.
   */
  insert(collection: string, fields: Readonly<Record<string, unknown>>, chooseId?: (free: Id) => Id): Item {
    const items = this.#collection(collection)
    const id = chooseId ? chooseId(items.nextId) : items.nextId
    const item: Item = { id: id > MAX_ID ? items.lowestFreeId : id, ...fields }
    this.put(collection, item)
    return item
  }

  /** Adds the item, or replaces the one with its id. Throws a Problem when the world is full. */
  put(collection: string, item: Item): void {
    // A changed item stays hidden.
    const isOver = this.#hidden?.get(this.findStored(collection, item.id) ?? item)
    if (isOver) this.hide(item, isOver)
    this.#change({ put: collection, item })
  }

  remove(collection: string, id: Id): Item | undefined {
    const found = this.findStored(collection, id)
    if (found) this.#change({ remove: collection, id: found.id })
    return found
  }

  /** Replaces all collections. Throws a Problem when the new ones are too large. */
  set(snapshot: Snapshot): void {
    this.#change({ set: snapshot })
  }

  /** A copy that later changes do not change. */
  snapshot(): Snapshot {
    return this.#content.snapshot()
  }

  #collection(name: string): Collection {
    return this.#content.collections.get(name) ?? new Collection([])
  }

  #change(change: Change): void {
    const added = this.#content.addedBytes(change)
    const bytes = this.bytes + added
    if (added > 0 && bytes > this.#maxBytes)
      throw new Problem(
        'unavailable',
        `This world is full: its items would take ${bytes} bytes, and the bound of a world is ${this.#maxBytes} (option maxWorldBytes). Remove some items, reset the world, or allow more bytes`,
      )
    this.writes.add(change, this.#content.apply(change, added))
  }
}

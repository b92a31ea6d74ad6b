// The collections of a world, and the changes that are applied to them. Each change can be undone.

import { Collection, type Item } from './collection.ts'
import type { Change, Snapshot } from './store/store.ts'

export class Content {
  #collections: ReadonlyMap<string, Collection>

  constructor({ collections, nextIds }: Snapshot) {
    this.#collections = new Map(Object.entries(collections).map(([name, items]) => [name, new Collection(items, nextIds[name])]))
  }

  get collections(): ReadonlyMap<string, Collection> {
    return this.#collections
  }

  /** Applies a change. The returned function undoes the change; later changes must be undone first. */
  apply(change: Change): () => void {
    if ('set' in change) return this.#replace(new Content(change.set).collections)
    if ('put' in change) return this.#put(change.put, change.item)
    const collection = this.#collections.get(change.remove)
    const removed = collection?.remove(change.id)
    return () => removed && collection?.put(removed)
  }

  /** A copy of all collections. Later changes do not change the copy. */
  snapshot(): Snapshot {
    const entries = [...this.#collections]
    return {
      collections: Object.fromEntries(entries.map(([name, { items }]) => [name, items])),
      nextIds: Object.fromEntries(entries.map(([name, { nextId }]) => [name, nextId])),
    }
  }

  #put(name: string, item: Item): () => void {
    const collection = this.#collections.get(name)
    if (collection === undefined) return this.#replace(new Map([...this.#collections, [name, new Collection([item])]]))
    const { nextId } = collection
    const replaced = collection.put(item)
    return () => {
      if (replaced) collection.put(replaced)
      else collection.remove(item.id)
      collection.nextId = nextId
    }
  }

  #replace(collections: ReadonlyMap<string, Collection>): () => void {
    const before = this.#collections
    this.#collections = collections
    return () => {
      this.#collections = before
    }
  }
}

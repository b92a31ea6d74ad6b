// The collections of a world, the changes that are applied to them, and the bytes that their items take.

import { renderJson } from '../contract/json/json.ts'
import { Collection, type Item } from './collection.ts'
import type { Change, Snapshot, WorldContent } from './store/store.ts'

export class Content implements WorldContent {
  collections: Map<string, Collection>
  bytes: number

  constructor(snapshot: Snapshot) {
    this.collections = collectionsOf(snapshot)
    this.bytes = sizeOfSnapshot(snapshot)
  }

  /** How many bytes the change would add. */
  addedBytes(change: Change): number {
    if ('set' in change) return sizeOfSnapshot(change.set) - this.bytes
    const [name, id] = 'put' in change ? [change.put, change.item.id] : [change.remove, change.id]
    const before = this.collections.get(name)?.find(id)
    return ('put' in change ? sizeOfItem(change.item) : 0) - (before ? sizeOfItem(before) : 0)
  }

  /** The returned function undoes the change. Later changes must be undone first. */
  apply(change: Change, added = this.addedBytes(change)): () => void {
    const undo = 'set' in change ? this.#set(change.set) : this.#changeItem(change)
    this.bytes += added
    return () => {
      undo()
      this.bytes -= added
    }
  }

  #set(snapshot: Snapshot): () => void {
    const before = this.collections
    this.collections = collectionsOf(snapshot)
    return () => {
      this.collections = before
    }
  }

  #changeItem(change: Exclude<Change, { readonly set: Snapshot }>): () => void {
    const name = 'put' in change ? change.put : change.remove
    const collection = this.collections.get(name) ?? new Collection([])
    this.collections.set(name, collection)
    const { nextId } = collection
    const before = 'put' in change ? collection.put(change.item) : collection.remove(change.id)
    return () => {
      if (before) collection.put(before)
      else if ('put' in change) collection.remove(change.item.id)
      collection.nextId = nextId
    }
  }

  snapshot(): Snapshot {
    const collections = Object.fromEntries([...this.collections].map(([name, { items }]) => [name, items]))
    return { collections, nextIds: this.nextIds }
  }

  get nextIds(): Snapshot['nextIds'] {
    return Object.fromEntries([...this.collections].map(([name, { nextId }]) => [name, nextId]))
  }
}

const collectionsOf = ({ collections, nextIds }: Snapshot) =>
  new Map(Object.entries(collections).map(([name, items]) => [name, new Collection(items, nextIds[name])]))

const sizeOfItem = (item: Item) => Buffer.byteLength(renderJson(item))

/** Measured sizes. Every world starts with the same snapshot of the fixtures. */
const KNOWN = new WeakMap<Snapshot, number>()

export function sizeOfSnapshot(snapshot: Snapshot): number {
  const known = KNOWN.get(snapshot)
  if (known !== undefined) return known
  let bytes = 0
  for (const items of Object.values(snapshot.collections)) for (const item of items) bytes += sizeOfItem(item)
  KNOWN.set(snapshot, bytes)
  return bytes
}

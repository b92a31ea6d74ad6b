// One collection of a world. Items are in the order of their ids, so finding and paging need no index. New items nearly always come
// last, so the cost of a creation does not grow with the number of items.

/** An int64. It is a number if JavaScript can keep it exact. Otherwise it is a bigint. */
export type Id = number | bigint

/** One thing in a collection. Each item has an id. */
export interface Item {
  /** The id, which no other item of the collection has. */
  readonly id: Id
  readonly [field: string]: unknown
}

export interface PageOptions {
  readonly after?: Id | undefined
  readonly limit?: number
  /** Only items whose fields have these values. */
  readonly where?: Readonly<Record<string, unknown>>
  readonly isHidden?: (item: Item) => boolean
}

export interface Page {
  readonly items: readonly Item[]
  readonly more: boolean
}

export class Collection {
  readonly #items: Item[]
  nextId: Id

  constructor(items: readonly Item[], nextId?: Id) {
    this.#items = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const above = addOne(this.#items.at(-1)?.id ?? 0)
    this.nextId = nextId !== undefined && nextId > above ? nextId : above
  }

  /** A copy, in ascending order of id. */
  get items(): Item[] {
    return this.#items.slice()
  }

  /** The lowest id from 1 on that no item has. */
  get lowestFreeId(): Id {
    let free: Id = 1
    for (const { id } of this.#items) {
      if (id > free) break
      if (id >= free) free = addOne(id)
    }
    return free
  }

  find(id: Id): Item | undefined {
    const item = this.#items[this.#indexOf(id)]
    // biome-ignore lint/suspicious/noDoubleEquals: 1 and 1n are the same id, and only == compares them by value
    return item?.id == id ? item : undefined
  }

  page({ after, limit = Number.POSITIVE_INFINITY, where = {}, isHidden }: PageOptions = {}): Page {
    const wanted = Object.entries(where)
    let at = after === undefined ? 0 : this.#indexOf(addOne(after))
    const items: Item[] = []
    for (; at < this.#items.length; at += 1) {
      const item = this.#items[at] as Item
      if (isHidden?.(item) || !wanted.every(([field, value]) => item[field] === value)) continue
      if (items.length === limit) return { items, more: true }
      items.push(item)
    }
    return { items, more: false }
  }

  /** Returns the item that it replaces. */
  put(item: Item): Item | undefined {
    if (item.id >= this.nextId) {
      this.#items.push(item)
      this.nextId = addOne(item.id)
      return undefined
    }
    const before = this.find(item.id)
    this.#items.splice(this.#indexOf(item.id), before ? 1 : 0, item)
    return before
  }

  /** Returns the removed item. `nextId` stays as it is. */
  remove(id: Id): Item | undefined {
    const found = this.find(id)
    if (found) this.#items.splice(this.#indexOf(id), 1)
    return found
  }

  /** The index of the first item whose id is not below this one. */
  #indexOf(id: Id): number {
    const items = this.#items
    const last = items.at(-1)
    if (last === undefined || last.id < id) return items.length
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((items[middle] as Item).id < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Stays exact: a safe integer is a number, a larger one is a bigint. */
const addOne = (id: Id): Id => (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n)

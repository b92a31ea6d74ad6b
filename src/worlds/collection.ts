// One collection of a world. Items are kept in the order of their ids, so finding an item and reading pages need no further
// index. The cost of a change does not grow with the number of items.

/** An int64. It is a number if JavaScript can keep it exact. Otherwise it is a bigint. */
export type Id = number | bigint

/** One thing in a collection. Each item has an id. */
export interface Item {
  /** The id. Each id is used only once in its collection. */
  readonly id: Id
  readonly [field: string]: unknown
}

export interface PageOptions {
  /** Start after this id. */
  readonly after?: Id | undefined
  readonly limit?: number
  /** Return only items whose fields have these values. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Items to skip. */
  readonly isHidden?: (item: Item) => boolean
}

export interface Page {
  readonly items: readonly Item[]
  /** Whether further items follow the last one. */
  readonly more: boolean
}

/** A block is split when it has more items than this. */
const FULL = 1024

export class Collection {
  /**
   * All items in ascending order of id. In blocks, so that a change moves only the items of one block. A block is empty
   * only when it is the only block.
   */
  readonly #blocks: Item[][] = []
  nextId: Id

  constructor(items: readonly Item[], nextId?: Id) {
    const sorted = isSorted(items) ? items : [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (let at = 0; at === 0 || at < sorted.length; at += FULL / 2) this.#blocks.push(sorted.slice(at, at + FULL / 2))
    const above = addOne(sorted.at(-1)?.id ?? 0)
    this.nextId = nextId !== undefined && nextId > above ? nextId : above
  }

  /** All items in ascending order of id, as a copy. */
  get items(): Item[] {
    return this.#blocks.flat()
  }

  /** The lowest id from 1 on that no item has. */
  get lowestFreeId(): Id {
    let free: Id = 1
    for (const { id } of this.items) {
      if (id > free) break
      if (id >= free) free = addOne(id)
    }
    return free
  }

  find(id: Id): Item | undefined {
    const block = this.#blockAt(this.#indexOf(id))
    const item = block[indexIn(block, id)]
    return item !== undefined && sameId(item.id, id) ? item : undefined
  }

  page({ after, limit = Number.POSITIVE_INFINITY, where = {}, isHidden }: PageOptions = {}): Page {
    const wanted = Object.entries(where)
    const takesAll = wanted.length === 0 && isHidden === undefined
    let index = after === undefined ? 0 : this.#indexOf(after)
    let at = after === undefined ? 0 : indexBehind(this.#blockAt(index), after)
    const items: Item[] = []
    for (; index < this.#blocks.length; index += 1, at = 0) {
      const block = this.#blockAt(index)
      if (takesAll && items.length === 0 && at + limit < block.length) return { items: block.slice(at, at + limit), more: true }
      for (; at < block.length; at += 1) {
        const item = block[at] as Item
        if (!takesAll && (isHidden?.(item) || !wanted.every(([field, value]) => item[field] === value))) continue
        if (items.length === limit) return { items, more: true }
        items.push(item)
      }
    }
    return { items, more: false }
  }

  /** Puts an item in its place, and returns the item that it replaces. */
  put(item: Item): Item | undefined {
    const index = this.#indexOf(item.id)
    const block = this.#blockAt(index)
    const at = indexIn(block, item.id)
    const before = block[at]
    if (before !== undefined && sameId(before.id, item.id)) {
      block[at] = item
      return before
    }
    if (at === block.length) block.push(item)
    else block.splice(at, 0, item)
    if (block.length > FULL) this.#blocks.splice(index, 1, block.slice(0, FULL / 2), block.slice(FULL / 2))
    if (item.id >= this.nextId) this.nextId = addOne(item.id)
    return undefined
  }

  /** Removes the item with this id, and returns the item. The id is not used again. */
  remove(id: Id): Item | undefined {
    const index = this.#indexOf(id)
    const block = this.#blockAt(index)
    const at = indexIn(block, id)
    const found = block[at]
    if (found === undefined || !sameId(found.id, id)) return undefined
    block.splice(at, 1)
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(index, 1)
    return found
  }

  #blockAt(index: number): Item[] {
    return this.#blocks[index] as Item[]
  }

  /** The index of the block for an id: the last block that begins at or below the id. */
  #indexOf(id: Id): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#blockAt(middle)[0] as Item).id <= id) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** The index of the first item whose id is not below this one. */
function indexIn(block: readonly Item[], id: Id): number {
  const last = block.at(-1)
  if (last === undefined || last.id < id) return block.length
  let low = 0
  let high = block.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((block[middle] as Item).id < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the first item whose id is above this one. */
function indexBehind(block: readonly Item[], id: Id): number {
  const at = indexIn(block, id)
  const item = block[at]
  return item !== undefined && sameId(item.id, id) ? at + 1 : at
}

/** The next id. Ids stay exact: a safe integer is a number, a larger one is a bigint. */
export const addOne = (id: Id): Id => (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER ? id + 1 : BigInt(id) + 1n)

/** 1 and 1n are the same id. */
// biome-ignore lint/suspicious/noDoubleEquals: only == compares a number and a bigint by value
const sameId = (a: Id, b: Id) => a == b

const isSorted = (items: readonly Item[]) => items.every(({ id }, index) => index === 0 || (items[index - 1] as Item).id < id)

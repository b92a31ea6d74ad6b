// One collection of a world: items with an id, kept in the order of their ids, so that finding one and paging
// through all need no index beside the array itself.

export type Id = number | bigint

export interface Item {
  readonly id: Id
  readonly [field: string]: unknown
}

export interface PageOptions {
  /** Continue behind this id. */
  readonly after?: Id | undefined
  readonly limit?: number
  /** Only items whose fields have these values. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Items to pass over. */
  readonly isHidden?: (item: Item) => boolean
}

export interface Page {
  readonly items: readonly Item[]
  /** Whether further items follow the last one. */
  readonly more: boolean
}

export class Collection {
  /** In ascending order of id. */
  readonly items: Item[]
  nextId: Id

  constructor(items: readonly Item[], nextId?: Id) {
    this.items = isSorted(items) ? [...items] : [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
    const above = addOne(this.items.at(-1)?.id ?? 0)
    this.nextId = nextId !== undefined && nextId > above ? nextId : above
  }

  find(id: Id): Item | undefined {
    const item = this.items[this.#indexOf(id)]
    return item !== undefined && sameId(item.id, id) ? item : undefined
  }

  page({ after, limit = Number.POSITIVE_INFINITY, where = {}, isHidden }: PageOptions = {}): Page {
    const wanted = Object.entries(where)
    const items: Item[] = []
    let at = after === undefined ? 0 : this.#indexOf(after)
    if (after !== undefined && this.items[at] !== undefined && sameId((this.items[at] as Item).id, after)) at += 1
    if (wanted.length === 0 && isHidden === undefined)
      return { items: this.items.slice(at, at + limit), more: at + limit < this.items.length }
    for (; at < this.items.length; at += 1) {
      const item = this.items[at] as Item
      if (!wanted.every(([field, value]) => item[field] === value) || isHidden?.(item)) continue
      if (items.length === limit) return { items, more: true }
      items.push(item)
    }
    return { items, more: false }
  }

  /** Puts an item in its place, and returns the one that stood there. */
  put(item: Item): Item | undefined {
    const at = this.#indexOf(item.id)
    const before = this.items[at]
    if (before !== undefined && sameId(before.id, item.id)) {
      this.items[at] = item
      return before
    }
    if (at === this.items.length) this.items.push(item)
    else this.items.splice(at, 0, item)
    if (item.id >= this.nextId) this.nextId = addOne(item.id)
    return undefined
  }

  /** Removes the item with this id, and returns it. Its id is not given out again. */
  remove(id: Id): Item | undefined {
    const at = this.#indexOf(id)
    const found = this.items[at]
    if (found === undefined || !sameId(found.id, id)) return undefined
    this.items.splice(at, 1)
    return found
  }

  /** The index of the first item whose id is not below this one. */
  #indexOf(id: Id): number {
    const last = this.items.at(-1)
    if (last === undefined || last.id < id) return this.items.length
    let low = 0
    let high = this.items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.items[middle] as Item).id < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Ids stay exact: a number while safe, a bigint beyond. */
export const addOne = (id: Id): Id => {
  const next = BigInt(id) + 1n
  return next <= Number.MAX_SAFE_INTEGER ? Number(next) : next
}

/** 1 and 1n are one id. */
// biome-ignore lint/suspicious/noDoubleEquals: numbers and bigints compare by value only so
const sameId = (a: Id, b: Id) => a == b

const isSorted = (items: readonly Item[]) => items.every(({ id }, index) => index === 0 || (items[index - 1] as Item).id < id)

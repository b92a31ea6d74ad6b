// A world's data: its collections, and the queue that carries changes to the store. A change takes effect at once
// and is acknowledged when the store has it; what the store refuses is undone.

import { messageOf, Problem } from '../problem.ts'
import { Collection, type Id, type Item, type Page, type PageOptions } from './collection.ts'
import type { Change, Saved, Snapshot, Store } from './store/store.ts'

interface Pending {
  readonly change: Change
  readonly undo: () => void
}

/** Changes are folded into the snapshot when none came for this long. */
const QUIET_MS = 1000

export class Data {
  readonly #world: string
  readonly #store: Store
  #collections = new Map<string, Collection>()
  #queue: Pending[] = []
  /** Items that calls do not see yet, by collection and id, and when that is over. */
  readonly #hidden = new Map<string, () => boolean>()
  /** How many changes were ever made, and how many of them are settled: kept, or undone. */
  #made = 0
  #settled = 0
  #flushing: Promise<void> | undefined
  #folding: Promise<void> | undefined
  #quiet: NodeJS.Timeout | undefined
  #isClosed = false
  /** Whether the store holds changes that no snapshot has. */
  #unfolded: boolean
  /** What changes rest on, until the store has it: another start may have other fixtures. */
  #ground: Snapshot | undefined

  constructor({ world, store, fixtures, saved }: { world: string; store: Store; fixtures: Snapshot; saved?: Saved | undefined }) {
    this.#world = world
    this.#store = store
    this.#replace(saved?.snapshot ?? fixtures)
    this.#ground = saved === undefined ? fixtures : undefined
    for (const change of saved?.changes ?? []) this.#apply(change)
    this.#unfolded = (saved?.changes.length ?? 0) > 0
  }

  find(collection: string, id: Id): Item | undefined {
    return this.#isHidden(collection, id) ? undefined : this.get(collection, id)
  }

  /** The item also while it is hidden from calls. */
  get(collection: string, id: Id): Item | undefined {
    return this.#collections.get(collection)?.find(id)
  }

  page(collection: string, options: PageOptions = {}): Page {
    const isHidden = this.#hidden.size > 0 && { isHidden: ({ id }: Item) => this.#isHidden(collection, id) }
    return this.#collections.get(collection)?.page({ ...options, ...isHidden }) ?? { items: [], more: false }
  }

  /** Hides an item of this world, if it is one, from calls until then. */
  hide(item: object, isOver: () => boolean): void {
    for (const [key, isPast] of this.#hidden) if (isPast()) this.#hidden.delete(key)
    for (const [name, collection] of this.#collections) {
      const { id } = item as Item
      if (collection.find(id) === item) this.#hidden.set(keyOf(name, id), isOver)
    }
  }

  #isHidden(collection: string, id: Id): boolean {
    return this.#hidden.size > 0 && this.#hidden.get(keyOf(collection, id))?.() === false
  }

  /** Adds an item under the next free id. */
  insert(collection: string, fields: Readonly<Record<string, unknown>>): Item {
    const { nextId } = this.#collection(collection)
    if (nextId > 2n ** 63n - 1n) throw new Problem('unavailable', `The ids of ${collection} are used up`)
    const item: Item = { id: nextId, ...fields }
    this.put(collection, item)
    return item
  }

  /** Adds an item, or replaces the one with its id. */
  put(collection: string, item: Item): void {
    const target = this.#collection(collection)
    const before = target.put(item)
    this.#enqueue({ change: { put: collection, item }, undo: () => (before ? target.put(before) : target.remove(item.id)) })
  }

  /** Replaces all collections. */
  set(snapshot: Snapshot): void {
    const before = this.#collections
    this.#replace(snapshot)
    this.#enqueue({ change: { set: this.snapshot() }, undo: () => (this.#collections = before) })
  }

  /** How many changes were made; tells whether a call made any. */
  get changes(): number {
    return this.#made
  }

  /** Resolves when every change so far is kept. Throws a Problem, with the changes undone, when it cannot be. */
  async commit(): Promise<void> {
    const mine = this.#made
    while (this.#settled < mine) {
      this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined))
      await this.#flushing
    }
  }

  snapshot(): Snapshot {
    const entries = [...this.#collections]
    return {
      collections: Object.fromEntries(entries.map(([name, { items }]) => [name, items])),
      nextIds: Object.fromEntries(entries.map(([name, { nextId }]) => [name, nextId])),
    }
  }

  /** Brings the store's snapshot up to date; needed before the world is let go. Rejects when the store does not take it. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#quiet)
    await this.commit().catch(() => {})
    await this.#folding
    if (this.#unfolded) await this.#store.fold(this.#world, this.snapshot())
    this.#unfolded = false
  }

  #enqueue(pending: Pending): void {
    this.#queue.push(pending)
    this.#made += 1
  }

  async #flush(): Promise<void> {
    await this.#folding
    const batch = this.#queue
    this.#queue = []
    try {
      if (this.#ground !== undefined) await this.#store.fold(this.#world, this.#ground)
      this.#ground = undefined
      await this.#store.append(
        this.#world,
        batch.map(({ change }) => change),
      )
    } catch (error) {
      // Later changes rest on these: all go, the newest first.
      for (const { undo } of [...batch, ...this.#queue.splice(0)].reverse()) undo()
      this.#settled = this.#made
      // The refused lines may stand in the log still: a fresh snapshot rids it of them.
      this.#unfolded = true
      this.#foldWhenQuiet()
      throw new Problem('unavailable', `The change could not be stored: ${messageOf(error)}`, { cause: error })
    }
    this.#settled += batch.length
    this.#unfolded = true
    if (this.#queue.length === 0 && this.#store.isLong(this.#world)) void this.#fold()
    else this.#foldWhenQuiet()
  }

  #foldWhenQuiet(): void {
    if (this.#isClosed) return
    this.#quiet ??= setTimeout(() => {
      if (this.#unfolded && !this.#flushing) void this.#fold()
    }, QUIET_MS).unref()
    this.#quiet.refresh()
  }

  /** The log keeps every change until the snapshot has it, so a fold that fails loses nothing and is tried again. */
  #fold(): Promise<void> {
    this.#unfolded = false
    this.#folding ??= this.#store
      .fold(this.#world, this.snapshot())
      .catch(() => {
        this.#unfolded = true
        this.#foldWhenQuiet()
      })
      .finally(() => {
        this.#folding = undefined
      })
    return this.#folding
  }

  #apply(change: Change): void {
    if ('set' in change) this.#replace(change.set)
    else this.#collection(change.put).put(change.item)
  }

  #replace({ collections, nextIds }: Snapshot): void {
    this.#hidden.clear()
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

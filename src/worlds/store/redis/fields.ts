// A world as the fields of one hash: an item is `item:<collection>:<id>` with its JSON, and the next id of a collection is
// `next:<collection>`. Redis never reads the JSON, so numbers of 64 bits stay exact.

import { parseJson, renderJson } from '../../../json/json.ts'
import { addOne, Collection, type Id, type Item } from '../../collection.ts'
import type { Change, Snapshot } from '../store.ts'

/** The next ids of all collections. */
export type NextIds = Readonly<Record<string, Id>>

export interface FieldChanges {
  /** Whether all other fields are removed. */
  readonly isWhole: boolean
  readonly set: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
  /** The next ids after the changes. */
  readonly nextIds: NextIds
}

/** The fields that changes set and remove. */
export function fieldsOf(changes: readonly Change[], before: NextIds): FieldChanges {
  const set = new Map<string, string>()
  const removed = new Set<string>()
  let isWhole = false
  let nextIds: Record<string, Id> = { ...before }
  const put = (collection: string, item: Item) => {
    const field = fieldOf(collection, item.id)
    set.set(field, renderJson(item))
    removed.delete(field)
  }
  for (const change of changes) {
    if ('set' in change) {
      set.clear()
      removed.clear()
      isWhole = true
      nextIds = {}
      for (const [name, items] of Object.entries(change.set.collections)) {
        nextIds[name] = new Collection(items, change.set.nextIds[name]).nextId
        for (const item of items) put(name, item)
      }
    } else if ('put' in change) {
      put(change.put, change.item)
      const next = nextIds[change.put] ?? 1
      nextIds[change.put] = change.item.id >= next ? addOne(change.item.id) : next
    } else {
      const field = fieldOf(change.remove, change.id)
      set.delete(field)
      removed.add(field)
    }
  }
  for (const [name, id] of Object.entries(nextIds)) if (isWhole || before[name] !== id) set.set(`next:${name}`, String(id))
  return { isWhole, set, removed, nextIds }
}

const fieldOf = (collection: string, id: Id) => `item:${collection}:${id}`

/** The fields between two pauses. */
const STRIDE = 500

/** Reads the names and values of all fields, which follow one another. Other fields are skipped. */
export function* readFields(fields: readonly string[]): Generator<void, Snapshot> {
  const collections: Record<string, Item[]> = {}
  const nextIds: Record<string, Id> = {}
  for (let at = 0; at < fields.length; at += 2) {
    if (at % (2 * STRIDE) === 0) yield
    const [field = '', text = ''] = [fields[at], fields[at + 1]]
    const [, kind, name = ''] = /^(item|next):([^:]*)/.exec(field) ?? []
    if (kind === undefined) continue
    collections[name] ??= []
    if (kind === 'item') collections[name].push(parseJson(text) as Item)
    else nextIds[name] = parseJson(text) as Id
  }
  // A hash has no order.
  for (const items of Object.values(collections)) items.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { collections, nextIds }
}

// A world as the fields of one hash: an item is `item:<collection>:<id>` with its JSON, and the next id of a collection is
// `next:<collection>`. Redis never reads the JSON, so numbers of 64 bits stay exact.

import { parseJson, renderJson } from '../../../json/json.ts'
import { addOne, type Id, type Item } from '../../collection.ts'
import type { Change, Snapshot } from '../store.ts'

/** The next ids of all collections. */
export type NextIds = Readonly<Record<string, Id>>

/**
 * The fields that changes set and remove: names and texts in turn, in the order of the changes. A field with an empty text is removed.
 * `isWhole` says that all fields from before are removed. Also returns the next ids after the changes.
 */
export function fieldsOf(changes: readonly Change[], before: NextIds) {
  const first = changes.findLastIndex((change) => 'set' in change)
  const isWhole = first !== -1
  const nextIds: Record<string, Id> = isWhole ? {} : { ...before }
  const fields: string[] = []
  const put = (collection: string, item: Item) => {
    fields.push(fieldOf(collection, item.id), renderJson(item))
    const next = nextIds[collection] ?? 1
    nextIds[collection] = item.id >= next ? addOne(item.id) : next
  }
  for (const change of changes.slice(Math.max(0, first))) {
    if ('set' in change) {
      for (const [name, items] of Object.entries(change.set.collections)) {
        nextIds[name] = change.set.nextIds[name] ?? 1
        for (const item of items) put(name, item)
      }
    } else if ('put' in change) put(change.put, change.item)
    else fields.push(fieldOf(change.remove, change.id), '')
  }
  for (const [name, id] of Object.entries(nextIds)) if (isWhole || before[name] !== id) fields.push(`next:${name}`, String(id))
  return { isWhole, fields, nextIds }
}

const fieldOf = (collection: string, id: Id) => `item:${collection}:${id}`

/** Reads the names and values of all fields, which follow one another. Other fields are skipped. */
export function* readFields(fields: readonly string[]): Generator<void, Snapshot> {
  const collections: Record<string, Item[]> = {}
  const nextIds: Record<string, Id> = {}
  for (let at = 0; at < fields.length; at += 2) {
    yield
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

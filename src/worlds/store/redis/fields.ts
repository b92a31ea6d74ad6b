// A world as the fields of one hash: an item is `item:<collection>:<id>` with its JSON, and the next id of a collection is
// `next:<collection>`. Redis never reads the JSON, so numbers of 64 bits stay exact.

import { parseJson, renderJson } from '../../../contract/json/json.ts'
import type { Id, Item } from '../../collection.ts'
import type { Change, Snapshot, WorldContent } from '../store.ts'

/**
 * The fields that changes set and remove: names and texts in turn, in the order of the changes. A field with an empty text is removed.
 * `isWhole` says that all fields from before are removed.
 */
export function fieldsOf(changes: readonly Change[], content: WorldContent) {
  const isWhole = changes.some((change) => 'set' in change)
  const fields: string[] = []
  if (isWhole) {
    for (const [name, items] of Object.entries(content.snapshot().collections))
      for (const item of items) fields.push(fieldOf(name, item.id), renderJson(item))
  }
  for (const change of isWhole ? [] : changes) {
    if ('put' in change) fields.push(fieldOf(change.put, change.item.id), renderJson(change.item))
    else if ('remove' in change) fields.push(fieldOf(change.remove, change.id), '')
  }
  for (const [name, id] of Object.entries(content.nextIds)) fields.push(`next:${name}`, String(id))
  return { isWhole, fields }
}

const fieldOf = (collection: string, id: Id) => `item:${collection}:${id}`

/** The version of a world, and the replica that has stored this version, as far as it is known. '0' when there is no world. */
export function readVersion(fields: readonly string[]) {
  const read = (name: string) => fields.find((_, at) => at % 2 === 1 && fields[at - 1] === name)
  const version = read('v') ?? '0'
  const [writer = '', last] = read('by')?.split(' ') ?? []
  return { version, writer: last === version ? writer : '' }
}

/** Reads the names and values of all fields, which follow one another. Other fields are skipped. */
export function readFields(fields: readonly string[]): Snapshot {
  const collections: Record<string, Item[]> = {}
  const nextIds: Record<string, Id> = {}
  for (let at = 0; at < fields.length; at += 2) {
    const [field = '', text = ''] = [fields[at], fields[at + 1]]
    const [, kind, name = ''] = /^(item|next):([^:]*)/.exec(field) ?? []
    if (kind === undefined) continue
    collections[name] ??= []
    if (kind === 'item') collections[name].push(parseJson(text) as Item)
    else nextIds[name] = parseJson(text) as Id
  }
  return { collections, nextIds }
}

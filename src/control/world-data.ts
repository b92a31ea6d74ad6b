// Changes a world's data from outside. Each change is first checked against the contract, so a wrong change has no effect.

import { Problem } from '../errors/problem.ts'
import type { Collections, Fields } from '../handle/handles.ts'
import { nameOf, readCollection, readCollections, readFields, readItemId, refuse, refuseViolations } from '../handle/world-input.ts'
import { joinPieces, renderParts } from '../json/pieces.ts'
import { show } from '../text/show.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import { runWithPauses } from '../worlds/pauses.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import type { World } from '../worlds/world.ts'

export interface DataParts {
  readonly checkData: DataCheck
  /** The names of all collections. */
  readonly collections: readonly string[]
}

export const exportCollections = ({ data }: World): Collections => structuredClone(data.snapshot().collections)

/** All collections as JSON, in pieces. Rendering a large world takes seconds, and other requests are served in the meantime. */
export const renderCollections = ({ data }: World): AsyncIterable<string> => renderAll(data.snapshot().collections)

async function* renderAll(collections: Collections): AsyncGenerator<string, void> {
  yield* joinPieces(renderEach(collections))
}

function* renderEach(collections: Collections): Generator<string> {
  let before = '{'
  for (const [name, items] of Object.entries(collections)) {
    yield `${before}${JSON.stringify(name)}:[`
    for (const [index, item] of items.entries()) {
      if (index > 0) yield ','
      yield* renderParts(item)
    }
    before = '],'
  }
  yield before === '{' ? '{}' : ']}'
}

export async function replaceCollections(
  world: World,
  given: Readonly<Record<string, readonly unknown[]>>,
  { checkData, collections: known }: DataParts,
): Promise<void> {
  const { data } = world
  const collections = readCollections(given, known) as Snapshot['collections']
  refuseViolations(await runWithPauses(checkData.withPauses({ collections })))
  await data.carryOut(() => {
    const kept = data.snapshot()
    const nextIds = Object.fromEntries(Object.entries(kept.nextIds).filter(([name]) => !Object.hasOwn(collections, name)))
    data.set({ collections: { ...kept.collections, ...collections }, nextIds })
  })
}

export async function insertItem({ data }: World, collection: string, given: Fields, parts: DataParts): Promise<Item> {
  readCollection(collection, parts.collections)
  const { id, ...fields } = readFields('the item', given) as Partial<Item>
  // An item without an id is checked with an id that fits.
  refuseItem(collection, { ...fields, id: id === undefined ? 1 : id }, parts)
  const item = await data.carryOut(() => {
    if (id === undefined) return data.insert(collection, fields)
    if (data.get(collection, id) !== undefined)
      refuse(`${nameOf(collection)} already has an item with the id ${id}: leave the id out, or change that item`)
    return putItem(data, collection, { id, ...fields })
  })
  return structuredClone(item)
}

export async function changeItem({ data }: World, collection: string, id: Id, given: Fields, parts: DataParts): Promise<Item> {
  readCollection(collection, parts.collections)
  readItemId(id)
  const fields = readFields('the change', given) as Partial<Item>
  const changed = await data.carryOut(() => {
    const before = getItem(data, collection, id)
    if (fields.id !== undefined && String(fields.id) !== String(before.id))
      refuse(`id cannot be changed: leave it out, got ${show(fields.id)}`)
    const item = { ...before, ...fields, id: before.id }
    refuseItem(collection, item, parts)
    return putItem(data, collection, item)
  })
  return structuredClone(changed)
}

export async function dropItem({ data }: World, collection: string, id: Id, parts: DataParts): Promise<void> {
  readCollection(collection, parts.collections)
  readItemId(id)
  await data.carryOut(() => {
    getItem(data, collection, id)
    data.remove(collection, id)
  })
}

function putItem(data: World['data'], collection: string, item: Item): Item {
  data.put(collection, item)
  return item
}

function getItem(data: World['data'], collection: string, id: Id): Item {
  const item = data.get(collection, id)
  if (item === undefined) throw new Problem('not_found', `${nameOf(collection)} has no item with the id ${show(id)}`)
  return item
}

/** Refuses a single item. It is not part of a list, so the message calls it `pets` and not `pets[0]`. */
function refuseItem(collection: string, item: Item, { checkData }: DataParts): void {
  refuseViolations(checkData({ collections: { [collection]: [item] } }).map((fault) => fault.replace(`${collection}[0].`, '')))
}

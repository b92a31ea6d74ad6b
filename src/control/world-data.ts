// Changes to a world's data from outside: collections as a whole, or one item, each held against the contract first.

import { Problem } from '../problem.ts'
import { show } from '../show.ts'
import type { Id, Item } from '../worlds/collection.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import type { World } from '../worlds/world.ts'
import { copyData, nameOf, refuseFaults } from './world-input.ts'

export async function putCollections(
  { data }: World,
  given: Readonly<Record<string, readonly unknown[]>>,
  checkData: DataCheck,
): Promise<void> {
  const collections = copyData('data', given) as Snapshot['collections']
  refuseFaults(checkData({ collections }))
  const kept = data.snapshot()
  const nextIds = Object.fromEntries(Object.entries(kept.nextIds).filter(([name]) => !Object.hasOwn(collections, name)))
  data.set({ collections: { ...kept.collections, ...collections }, nextIds })
  await data.commit()
}

export async function patchItem(
  { data }: World,
  collection: string,
  id: Id,
  fields: Readonly<Record<string, unknown>>,
  checkData: DataCheck,
): Promise<Item> {
  const before = data.get(collection, id)
  if (before === undefined) throw new Problem('not_found', `${nameOf(collection)} has no item with the id ${show(id)}`)
  const item = { ...before, ...copyData('the change', fields), id: before.id }
  refuseFaults(checkData({ collections: { [collection]: [item] } }))
  data.put(collection, item)
  await data.commit()
  return structuredClone(item)
}

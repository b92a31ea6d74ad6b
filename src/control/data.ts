// The data of a world: whole collections, or one item.

import type { Collections, Fields } from '../handle/handles.ts'
import type { Id } from '../worlds/collection.ts'
import type { Call } from './call.ts'
import type { Entrance } from './entrance.ts'
import type { LocalData } from './local-handles.ts'
import { changeItem, type DataParts, dropItem, exportCollections, insertItem, renderCollections, replaceCollections } from './world-data.ts'

export function createDataHandle({ use, look, drive }: Entrance, parts: DataParts): LocalData {
  const replace: LocalData['replace'] = (collections) => drive('data', (world) => replaceCollections(world, collections, parts))
  return {
    get: () => look(exportCollections),
    render: () => look(renderCollections),
    replace,
    put: async (collections) => {
      await replace(collections)
      return use(exportCollections)
    },
    add: (collection, item) => drive('data', (world) => insertItem(world, collection, item, parts)),
    patch: (collection, id, fields) => drive('data', (world) => changeItem(world, collection, id, fields, parts)),
    remove: (collection, id) => drive('data', (world) => dropItem(world, collection, id, parts)),
  }
}

export const getData: Call = async ({ existing }) => (await existing()).data.render()
export const putData: Call = async ({ world, body }) => {
  await world.data.replace(body as Collections)
  return world.data.render()
}
export const addItem: Call = ({ world, path, body }) => world.data.add(String(path.collection), body as Fields)
export const patchItem: Call = ({ world, path, body }) => world.data.patch(String(path.collection), path.id as Id, body as Fields)
export const deleteItem: Call = async ({ existing, path }) => (await existing()).data.remove(String(path.collection), path.id as Id)

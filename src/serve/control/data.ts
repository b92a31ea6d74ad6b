// The data of a world from outside: whole collections, or one item. Each change is first checked against the contract.

import { renderJson } from '../../contract/json/json.ts'
import { Problem } from '../../ground/problem.ts'
import { joinSentences, show } from '../../ground/words.ts'
import type { Id, Item } from '../../worlds/collection.ts'
import { KEPT_REPLIES } from '../../worlds/kept-replies.ts'
import type { Snapshot } from '../../worlds/store/store.ts'
import type { World } from '../../worlds/world.ts'
import { type Call, type ControlParts, type ControlRequest, changeWorld, deleteInWorld, readWorld, useWorld } from './call.ts'

export const getData: Call = (request) => readWorld(request, renderCollections)

export const putData: Call = async (request) => {
  await changeWorld(request, 'data', async ({ data }) => {
    const given = request.body as Snapshot['collections']
    refuseViolations(request.parts.checkData({ collections: given }))
    await data.writes.carryOut(() => {
      const { collections, nextIds } = data.snapshot()
      const kept = Object.entries(nextIds).filter(([name]) => !Object.hasOwn(given, name))
      data.set({ collections: { ...collections, ...given }, nextIds: Object.fromEntries(kept) })
    })
  })
  return useWorld(request, renderCollections)
}

export const addItem: Call = (request) =>
  changeWorld(request, 'data', ({ data }) => {
    const collection = collectionOf(request)
    const { id, ...fields } = request.body as Partial<Item>
    // An item without an id is checked with an id that fits.
    refuseItem(collection, { ...fields, id: id ?? 1 }, request.parts)
    return data.writes.carryOut(() => {
      if (id !== undefined && data.findStored(collection, id) !== undefined)
        throw new Problem('invalid_value', `${collection} already has an item with the id ${id}: leave the id out, or change that item`)
      return data.insert(collection, fields, (free) => id ?? free)
    })
  })

export const patchItem: Call = (request) =>
  changeWorld(request, 'data', ({ data }) => {
    const collection = collectionOf(request)
    const fields = request.body as Partial<Item>
    return data.writes.carryOut(() => {
      const before = getItem(data, collection, request.path.id as Id)
      if (fields.id !== undefined && String(fields.id) !== String(before.id))
        throw new Problem('invalid_value', `id cannot be changed: leave it out, got ${show(fields.id)}`)
      const item = { ...before, ...fields }
      refuseItem(collection, item, request.parts)
      data.put(collection, item)
      return item
    })
  })

export const deleteItem: Call = (request) =>
  deleteInWorld(request, 'data', ({ data }) =>
    data.writes.carryOut(() => {
      const collection = collectionOf(request)
      data.remove(collection, getItem(data, collection, request.path.id as Id).id)
    }),
  )

const collectionOf = ({ path }: ControlRequest) => String(path.collection)

/** Characters that are rendered at once. An item may have 64 KiB. */
const PIECE_CHARS = 64 * 1024

/** All collections as JSON, in pieces, because many clients may ask for a large world and read slowly. */
function* renderCollections({ data }: World): Generator<string> {
  let piece = '{'
  // Kept replies belong to the sandbox, and not to the contract.
  const { [KEPT_REPLIES]: _, ...collections } = data.snapshot().collections
  for (const [index, [name, items]] of Object.entries(collections).entries()) {
    piece += `${index > 0 ? ',' : ''}${renderJson(name)}:[`
    for (const [at, item] of items.entries()) {
      piece += `${at > 0 ? ',' : ''}${renderJson(item)}`
      if (piece.length < PIECE_CHARS) continue
      yield piece
      piece = ''
    }
    piece += ']'
  }
  yield `${piece}}`
}

function getItem(data: World['data'], collection: string, id: Id): Item {
  const item = data.findStored(collection, id)
  if (item === undefined) throw new Problem('not_found', `${collection} has no item with the id ${show(id)}`)
  return item
}

/** A single item is in no list, so the message names `status` and not `pets[0].status`. */
function refuseItem(collection: string, item: Item, { checkData }: ControlParts): void {
  const messages = checkData({ collections: { [collection]: [item] } })
  refuseViolations(messages.map((message) => message.replace(`${collection}[0].`, '')))
}

function refuseViolations(violations: readonly string[]): void {
  if (violations.length > 0) throw new Problem('invalid_value', joinSentences(violations))
}

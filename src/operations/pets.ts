// The animals: the handlers of listPets, createPet and getPet.

import { parseCursor, renderCursor } from '../contract/cursor.ts'
import { Problem } from '../errors/problem.ts'
import type { Handler } from '../journey/answers/handler.ts'
import type { Id } from '../worlds/collection.ts'

export const listPets: Handler = ({ query, linkTo }, data) => {
  const { limit, status, cursor } = query as { limit: number; status?: string; cursor?: string }
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const { items, more } = data.page('pets', { after, limit, where: status === undefined ? {} : { status } })
  const last = items.at(-1)
  if (!more || last === undefined) return { status: 200, body: items, assumed: cursor === undefined ? ['order'] : ['order', 'paging'] }
  const next = linkTo({ ...query, cursor: renderCursor(last.id) })
  return { status: 200, headers: { Link: `<${next}>; rel="next"` }, body: items, assumed: ['order', 'paging'] }
}

export const createPet: Handler = ({ body }, data) => {
  const { name, categoryId, status } = body as { name: string; categoryId: Id; status?: string }
  const pet = data.insert('pets', { name, categoryId, status: status ?? 'available' })
  return { status: 201, body: pet, assumed: status === undefined ? ['status-default', 'category'] : ['category'] }
}

export const getPet: Handler = ({ path }, data) => {
  const { petId } = path as { petId: Id }
  const pet = data.find('pets', petId)
  if (pet === undefined) throw new Problem('not_found', `There is no animal with the id ${petId}`)
  return { status: 200, body: pet }
}

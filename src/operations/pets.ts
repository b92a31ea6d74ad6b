// The handlers of listPets, createPet and getPet.

import { Problem } from '../ground/problem.ts'
import { remember } from '../ground/remember.ts'
import type { Id } from '../worlds/collection.ts'
import type { Handler } from '../worlds/handler.ts'
import { nextBigId } from './big-ids.ts'
import { CATEGORIES } from './fixtures.ts'
import { pageInOrder } from './order.ts'

export const listPets: Handler = (call, data) => {
  const { limit, status, cursor } = call.query as { limit: number; status?: string; cursor?: string }
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const { items, next } = pageInOrder(data, 'pets', { after, limit, where: status === undefined ? {} : { status } }, call)
  const reply = { status: 200, body: items, assumed: next !== undefined || cursor !== undefined ? ['order', 'paging'] : ['order'] }
  if (next === undefined || call.choices.paging === 'none') return reply
  return { ...reply, headers: { Link: `<${call.linkTo({ ...call.query, cursor: renderCursor(String(next)) })}>; rel="next"` } }
}

export const createPet: Handler = ({ body, choices }, data) => {
  const { name, categoryId, status } = body as { name: string; categoryId: Id; status?: string }
  if (choices.category === 'known' && !(categoryId >= 1 && categoryId <= CATEGORIES))
    throw new Problem('invalid_body', `categoryId must be one of the categories 1 to ${CATEGORIES}, got ${categoryId}`, {
      assumed: ['category'],
    })
  const shown = status ?? (choices['status-default'] === 'absent' ? undefined : 'available')
  const pet = data.insert(
    'pets',
    { name, categoryId, ...(shown !== undefined && { status: shown }) },
    choices.ids === 'big' ? nextBigId : undefined,
  )
  return { status: 201, body: pet, assumed: [...(status === undefined ? ['status-default'] : []), 'category', 'ids'] }
}

export const getPet: Handler = ({ path }, data) => {
  const { petId } = path as { petId: Id }
  const pet = data.find('pets', petId)
  if (pet === undefined) throw new Problem('not_found', `There is no animal with the id ${petId}`)
  return { status: 200, body: pet }
}

/**
 * The eight bytes of an id in base64url, so that clients cannot read it. The pattern in the contract describes all cursors exactly, so a
 * cursor that fits the contract is never refused.
 */
const renderCursor = remember((after) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(after))
  return bytes.toString('base64url')
})

/** The contract has checked the cursor. */
const parseCursor = (cursor: string): bigint => Buffer.from(cursor, 'base64url').readBigInt64BE()

// The replies that a world keeps for the header Idempotency-Key. They are a collection of its data, so they are stored with the changes
// that they belong to. The id of an entry is a hash of its key.

import { hash } from 'node:crypto'
import { renderJson } from '../contract/json/json.ts'
import type { Reply } from '../contract/reply.ts'
import { BOUNDS } from '../ground/bounds.ts'
import { Problem } from '../ground/problem.ts'
import type { Data } from './data.ts'

export const KEPT_REPLIES = 'idempotencyKeys'
const KEPT_MS = 86_400_000

/** A repetition has the same key, operation, parameters of the path, and body. */
interface KeyedRequest {
  readonly id: string
  readonly key: string
  readonly operation: string
  readonly path: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * Carries out the operation, or gives the reply that was kept for the key, with the earlier request as its cause. Only the replies of
 * successful changes are kept, for 24 hours of the world's time `now`. Above the bound, the reply that expires first is dropped.
 */
export function carryOutOnce(data: Data, keyed: KeyedRequest, now: number, carryOut: () => Reply): Reply {
  const { id: first, key, operation, path, body } = keyed
  // 63 bits, so that the id is an int64.
  const id = hash('sha256', key, 'buffer').readBigUInt64BE() >> 1n
  const request = hash('sha256', [operation, ...Object.values(path), renderJson(body)].join(' '), 'base64url')
  const kept = data.findStored(KEPT_REPLIES, id)
  if (kept !== undefined && Number(kept.expires) > now) {
    if (kept.request !== request) throw new Problem('idempotency_conflict', CONFLICT, { assumed: ['idempotency'] })
    return { status: Number(kept.status), body: kept.body, causeParameters: { repeats: String(kept.first) } }
  }
  const reply = carryOut()
  if (reply.status >= 300) return reply
  const { items } = data.page(KEPT_REPLIES)
  if (items.length >= BOUNDS.keptReplies) {
    const oldest = items.reduce((one, other) => (Number(other.expires) < Number(one.expires) ? other : one))
    data.remove(KEPT_REPLIES, oldest.id)
  }
  data.put(KEPT_REPLIES, { id, first, request, status: reply.status, body: reply.body, expires: now + KEPT_MS })
  return reply
}

const CONFLICT = 'This Idempotency-Key was sent with another request before: take a new key for each new request'

export function checkKeptReply(item: unknown, place: string): string[] {
  const { request, status, expires } = (item ?? {}) as Readonly<Record<string, unknown>>
  const fits = typeof request === 'string' && Number.isInteger(status) && Number.isFinite(expires)
  return fits ? [] : [`${place} must be an entry that the sandbox wrote: leave it out`]
}

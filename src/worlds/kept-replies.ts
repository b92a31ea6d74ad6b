// The replies that a world keeps for the header Idempotency-Key. They are an ordinary collection of the world's data, so they are stored
// with the changes that they belong to. The id of an entry is a hash of its key.

import { hash } from 'node:crypto'
import { renderJson } from '../contract/json/json.ts'
import type { Reply } from '../contract/reply.ts'
import { BOUNDS } from '../ground/bounds.ts'
import type { Data } from './data.ts'

export const KEPT_REPLIES = 'idempotencyKeys'
const KEPT_MS = 86_400_000

/** A request with an idempotency key, as it is compared with a repetition of it. */
interface KeyedRequest {
  readonly id: string
  readonly key: string
  readonly operation: string
  readonly body: unknown
}

/**
 * Finds the reply to an earlier request with this key. `isSame` is false when the earlier request was another one. `now` is the world's
 * time. The cause of the reply names the earlier request.
 */
export function findKeptReply(data: Data, request: KeyedRequest, now: number): { reply: Reply; isSame: boolean } | undefined {
  const kept = data.findStored(KEPT_REPLIES, idOf(request.key))
  if (kept === undefined || Number(kept.expires) <= now) return undefined
  const reply = { status: Number(kept.status), body: kept.body, causeParameters: { repeats: String(kept.first) } }
  return { reply, isSame: kept.request === fingerprintOf(request) }
}

/** Keeps a reply for 24 hours of the world's time. Above the bound, the reply that expires first is dropped. */
export function keepReply(data: Data, request: KeyedRequest, { status, body }: Reply, now: number): void {
  const { items } = data.page(KEPT_REPLIES)
  if (items.length >= BOUNDS.keptReplies) {
    const first = items.reduce((one, other) => (Number(other.expires) < Number(one.expires) ? other : one))
    data.remove(KEPT_REPLIES, first.id)
  }
  data.put(KEPT_REPLIES, {
    id: idOf(request.key),
    first: request.id,
    request: fingerprintOf(request),
    status,
    body,
    expires: now + KEPT_MS,
  })
}

/** Returns a sentence when an item cannot be a kept reply. */
export function checkKeptReply(item: unknown, place: string): string[] {
  const { request, status, expires } = (item ?? {}) as Readonly<Record<string, unknown>>
  const fits = typeof request === 'string' && Number.isInteger(status) && Number.isFinite(expires)
  return fits ? [] : [`${place} must be an entry that the sandbox wrote: leave it out`]
}

/** The first 63 bits of a hash. */
const idOf = (key: string) => hash('sha256', key, 'buffer').readBigUInt64BE() >> 1n

const fingerprintOf = ({ operation, body }: KeyedRequest) => hash('sha256', `${operation} ${renderJson(body)}`, 'base64url')

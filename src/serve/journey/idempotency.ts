// The header Idempotency-Key. With the choice `honoured`, the same key and the same body give the reply of the first request again, and
// the operation is not carried out a second time.

import type { Reply } from '../../contract/reply.ts'
import { Problem } from '../../ground/problem.ts'
import { addAssumed, addWarning } from '../../record/exchange.ts'
import { findKeptReply, keepReply } from '../../worlds/kept-replies.ts'
import type { RequestContext } from './context.ts'

const NO_EFFECT = 'the header Idempotency-Key has no effect: the contract does not have it, and a repeated call is carried out again'

/** Says that the header has no effect. */
export function noteIdempotencyKey({ exchange, request, choices }: RequestContext): void {
  if (request.headers['idempotency-key'] === undefined) return
  if (choices.idempotency !== 'honoured') addWarning(exchange, 'unused_header', NO_EFFECT, { in: 'header', place: 'Idempotency-Key' })
  addAssumed(exchange, 'idempotency')
}

/** Carries out the operation, or gives the reply that was kept for its key. Only the replies of successful changes are kept. */
export function carryOutOnce(context: RequestContext, carryOut: () => Reply): Reply {
  const { request, choices, operation, input, world, exchange } = context
  const key = request.headers['idempotency-key']
  if (choices.idempotency !== 'honoured' || typeof key !== 'string' || operation?.method === 'GET') return carryOut()
  const keyed = { id: exchange.id, key, operation: String(operation?.id), body: input?.body }
  const now = exchange.arrived.world
  const kept = findKeptReply(world.data, keyed, now)
  if (kept?.isSame) return kept.reply
  if (kept) throw new Problem('idempotency_conflict', CONFLICT, { assumed: ['idempotency'] })
  const reply = carryOut()
  if (reply.status < 300) keepReply(world.data, keyed, reply, now)
  return reply
}

const CONFLICT = 'This Idempotency-Key was sent with another request before: take a new key for each new request'

// Changes the body of a success, or each item of a list. The reply holds the world's own items: they are copied,
// never changed.

import type { Exchange } from '../../exchange.ts'
import { measure } from '../../measure.ts'
import { Problem } from '../../problem.ts'
import { MAX_BODY_BYTES, type Room } from '../json-patch.ts'

type Item = Readonly<Record<string, unknown>>

/** `room` is for all items together. Returns whether there was such a body; throws a Problem `invalid_scenario` for one that is too large. */
export function changeItems(exchange: Exchange, change: (item: Item, room: Room) => unknown): boolean {
  const { reply } = exchange
  if (reply.status >= 300 || typeof reply.body !== 'object' || reply.body === null) return false
  const room = { bytes: MAX_BODY_BYTES - measure(reply.body, MAX_BODY_BYTES).bytes }
  if (room.bytes < 0) throw new Problem('invalid_scenario', `the scenario changes the body, which has more than ${MAX_BODY_BYTES} bytes`)
  const body = Array.isArray(reply.body) ? reply.body.map((item) => change(item, room)) : change(reply.body as Item, room)
  exchange.reply = { ...reply, body }
  return true
}

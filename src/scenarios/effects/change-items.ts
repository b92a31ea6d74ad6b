// Changes the body of a successful reply, or each item of a list. The reply holds the world's own items, so items are
// copied and never changed.

import { Problem } from '../../errors/problem.ts'
import type { Draft } from '../../exchange/reply.ts'
import { isObject } from '../../json/json.ts'
import { measure } from '../../json/measure.ts'
import { MAX_BODY_BYTES, type Room } from '../json-patch.ts'

type Item = Readonly<Record<string, unknown>>

/** All items share one `room`. Returns whether the reply has a body to change. Throws a Problem when the body is too large. */
export function changeItems(draft: Draft, change: (item: Item, room: Room) => unknown): boolean {
  const { status, body } = draft
  const isList = Array.isArray(body)
  if (status >= 300 || !(isList || isObject(body))) return false
  const room = { bytes: MAX_BODY_BYTES - measure(body, MAX_BODY_BYTES).bytes }
  if (room.bytes < 0)
    throw new Problem('invalid_scenario', `the scenario cannot change the body, because the body has more than ${MAX_BODY_BYTES} bytes`)
  draft.body = isList ? body.map((item) => (isObject(item) ? change(item, room) : item)) : change(body, room)
  return true
}

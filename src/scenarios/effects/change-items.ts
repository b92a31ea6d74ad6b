// Changes the body of a success, or each item of a list. The reply holds the world's own items: they are copied,
// never changed.

import type { Exchange } from '../../exchange.ts'

type Item = Readonly<Record<string, unknown>>

/** Whether there was such a body. */
export function changeItems(exchange: Exchange, change: (item: Item) => unknown): boolean {
  const { reply } = exchange
  if (reply.status >= 300 || typeof reply.body !== 'object' || reply.body === null) return false
  exchange.reply = { ...reply, body: Array.isArray(reply.body) ? reply.body.map(change) : change(reply.body as Item) }
  return true
}

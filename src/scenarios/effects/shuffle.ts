// Puts the items of a list in another order, by the world's randomness.

import type { Effect } from '../effect.ts'

export const shuffle: Effect = {
  finish(value, exchange, { random }) {
    const { reply } = exchange
    if (value !== true || reply.status >= 300 || !Array.isArray(reply.body)) return false
    const ranked = reply.body.map((item: unknown) => ({ item, rank: random() })).sort((a, b) => a.rank - b.rank)
    exchange.reply = { ...reply, body: ranked.map(({ item }) => item) }
    return true
  },
}

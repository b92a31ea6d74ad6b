// Holds the reply back, for so many seconds or for some between two bounds.

import type { Effect } from '../effect.ts'

export const delay: Effect = {
  prepare(value, exchange, { random }) {
    const { from, to } = typeof value === 'number' ? { from: value, to: value } : (value as { from: number; to: number })
    exchange.delay = (exchange.delay ?? 0) + from + random() * (to - from)
  },
}

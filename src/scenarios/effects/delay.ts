// Holds the reply back, for so many seconds or for some between two bounds.

import type { Effect } from '../effect.ts'

export const delay: Effect = {
  check(value) {
    const { from, to } = boundsOf(value)
    return from > to ? `delay must not end before it begins: from ${from} to ${to}` : undefined
  },
  prepare(value, exchange, { random }) {
    const { from, to } = boundsOf(value)
    exchange.delay = (exchange.delay ?? 0) + from + random() * (to - from)
  },
}

const boundsOf = (value: unknown) => (typeof value === 'number' ? { from: value, to: value } : (value as { from: number; to: number }))

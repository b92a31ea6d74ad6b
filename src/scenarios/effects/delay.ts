// Delays the reply by a number of seconds, or by a random time between two bounds.

import type { Effect, Settings } from '../effect.ts'

export const delay: Effect<'delay'> = {
  check(settings) {
    const { from, to } = boundsOf(settings)
    return from > to ? `delay must not end before it begins: from ${from} to ${to}` : undefined
  },
  prepare(settings, { session }, tools) {
    const { from, to } = boundsOf(settings)
    tools.delay += from + session.random() * (to - from)
  },
}

const boundsOf = ({ delay }: Settings<'delay'>) => (typeof delay === 'number' ? { from: delay, to: delay } : delay)

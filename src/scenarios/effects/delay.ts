// Delays the reply by a number of seconds, or by a random time between two bounds.

import { type Effect, SECONDS } from '../effect.ts'

type Delay = number | { readonly from: number; readonly to: number }

export const delay: Effect<{ delay: Delay }> = {
  schema: {
    delay: {
      description: 'How many seconds pass before the reply: a number, or a range.',
      anyOf: [
        SECONDS,
        { type: 'object', required: ['from', 'to'], additionalProperties: false, properties: { from: SECONDS, to: SECONDS } },
      ],
    },
  },
  showsTexts: () => false,
  check(settings) {
    const { from, to } = boundsOf(settings.delay)
    return from > to ? `delay must not end before it begins: from ${from} to ${to}` : undefined
  },
  prepare(settings, _scene, tools) {
    const { from, to } = boundsOf(settings.delay)
    tools.delay += from + tools.random() * (to - from)
  },
}

const boundsOf = (delay: Delay) => (typeof delay === 'number' ? { from: delay, to: delay } : delay)

// Shows other rate limits than the true ones; what was counted stays in the record. Remaining, reset and Retry-After
// keep agreeing with each other, unless a form is asked for that does not.

import type { Effect, Scene } from '../effect.ts'

interface RateLimit {
  readonly remaining?: number
  /** Whole seconds until the reset. */
  readonly wait?: number
  readonly form?: keyof typeof FORMS
}

/** How Retry-After is written (RFC 9110 §10.2.3 allows the first two); `now` and `wait` are in seconds. */
const FORMS = {
  seconds: (_now: number, wait: number) => String(wait),
  date: (now: number, wait: number) => new Date((now + wait) * 1000).toUTCString(),
  past: (now: number) => new Date((now - 60) * 1000).toUTCString(),
  epoch: (now: number, wait: number) => String(now + wait),
  missing: () => null,
}

export const rateLimit: Effect<{ rateLimit: RateLimit }> = {
  fields: ['rateLimit'],
  prepare({ rateLimit: { remaining, wait } }, scene) {
    const { exchange } = scene
    const before = exchange.shown ?? exchange.count
    exchange.shown = {
      window: before.window,
      limit: before.limit,
      remaining: Math.min(remaining ?? before.remaining, before.limit),
      reset: wait === undefined ? before.reset : secondOf(scene) + wait,
      retryAfter: wait ?? before.retryAfter,
    }
  },
  finish({ rateLimit: { form = 'seconds' } }, draft, scene) {
    if (draft.status !== 429) return true
    const { retryAfter } = scene.exchange.shown ?? scene.exchange.count
    const text = FORMS[form](secondOf(scene), retryAfter)
    if (text === null) delete draft.headers['Retry-After']
    else draft.headers['Retry-After'] = text
    return true
  },
}

const secondOf = ({ exchange }: Scene) => Math.floor(exchange.count.at.world / 1000)

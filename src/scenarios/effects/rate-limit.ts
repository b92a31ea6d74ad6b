// Shows other rate limits than the true ones. Remaining, reset and Retry-After keep agreeing with each other,
// unless a form is asked for that does not.

import type { Exchange } from '../../exchange.ts'
import type { Effect } from '../effect.ts'

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

export const rateLimit: Effect = {
  prepare(value, exchange) {
    const { remaining, wait } = value as RateLimit
    const { count } = exchange
    if (count === undefined) return
    const shown = {
      ...count.shown,
      ...(remaining !== undefined && { remaining: Math.min(remaining, count.shown.limit) }),
      ...(wait !== undefined && { reset: secondOf(exchange) + wait }),
    }
    exchange.count = { ...count, shown, retryAfter: wait ?? count.retryAfter }
  },
  finish(value, exchange) {
    const { form = 'seconds' } = value as RateLimit
    if (exchange.reply.status !== 429 || exchange.count === undefined) return true
    const text = FORMS[form](secondOf(exchange), exchange.count.retryAfter)
    if (text === null) delete exchange.headers['Retry-After']
    else exchange.headers['Retry-After'] = text
    return true
  },
}

const secondOf = ({ arrived, count }: Exchange) => Math.floor((count?.at ?? arrived).world / 1000)

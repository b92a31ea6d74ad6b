// Shows other rate limits than the true ones. The record still has the true counts. Remaining, reset and Retry-After agree
// with each other, unless the scenario asks for a form in which they do not.

import type { Effect, Settings } from '../effect.ts'

type Form = NonNullable<Settings<'rateLimit'>['rateLimit']['form']>

/** The forms of Retry-After. RFC 9110 §10.2.3 allows the first two. `now` and `wait` are in seconds. */
const FORMS: Readonly<Record<Form, (now: number, wait: number) => string | null>> = {
  seconds: (_now, wait) => String(wait),
  date: (now, wait) => new Date((now + wait) * 1000).toUTCString(),
  past: (now) => new Date((now - 60) * 1000).toUTCString(),
  epoch: (now, wait) => String(now + wait),
  missing: () => null,
}

export const rateLimit: Effect<'rateLimit'> = {
  check: ({ rateLimit: { reset, wait } }) =>
    reset !== undefined && wait !== undefined
      ? 'rateLimit: wait and reset cannot be combined, because both say when the limit resets'
      : undefined,
  prepare({ rateLimit: { limit, remaining, reset, wait, window } }, { exchange, session, choices }) {
    const { shown, count, caller } = exchange
    const now = Math.floor(count.at.world / 1000)
    const before = shown ?? count
    const isOther = window !== undefined && window !== before.window && caller.plan !== undefined
    const seen = isOther ? session.limits.show(caller.plan, window, choices) : before
    const shownLimit = limit ?? seen.limit
    const shownReset = reset ?? (wait === undefined ? seen.reset : now + wait)
    exchange.shown = {
      window: seen.window,
      limit: shownLimit,
      remaining: Math.min(remaining ?? seen.remaining, shownLimit),
      reset: shownReset,
      retryAfter: Math.max(0, shownReset - now),
    }
  },
  finish({ rateLimit: { form = 'seconds' } }, draft, { exchange: { shown, count } }) {
    if (draft.status !== 429) return
    const text = FORMS[form](Math.floor(count.at.world / 1000), (shown ?? count).retryAfter)
    if (text === null) delete draft.headers['Retry-After']
    else draft.headers['Retry-After'] = text
  },
}

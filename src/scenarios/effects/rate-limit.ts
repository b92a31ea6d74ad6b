// Shows other rate limits than the true ones. The record still has the true counts. Remaining, reset and Retry-After agree
// with each other, unless the scenario asks for a form in which they do not.

import type { LimitState, WindowName } from '../../exchange/count.ts'
import { type Effect, VARIABLE } from '../effect.ts'

interface RateLimit {
  readonly limit?: number
  readonly remaining?: number
  /** The end of the window, in seconds since 1970. */
  readonly reset?: number
  /** Whole seconds until the reset. */
  readonly wait?: number
  readonly window?: WindowName
  readonly form?: keyof typeof FORMS
}

/** The forms of Retry-After. RFC 9110 §10.2.3 allows the first two. `now` and `wait` are in seconds. */
const FORMS = {
  seconds: (_now: number, wait: number) => String(wait),
  date: (now: number, wait: number) => new Date((now + wait) * 1000).toUTCString(),
  past: (now: number) => new Date((now - 60) * 1000).toUTCString(),
  epoch: (now: number, wait: number) => String(now + wait),
  missing: () => null,
}

const upTo = (maximum: number) => ({ anyOf: [{ type: 'integer', minimum: 0, maximum }, VARIABLE] })
const NUMBER = upTo(1_000_000_000)
/** The last second of the year 9999. */
const TIME = upTo(253_402_300_799)

export const rateLimit: Effect<{ rateLimit: RateLimit }> = {
  schema: {
    rateLimit: {
      description: 'What the rate-limit headers show. When a number is left out, the reply has the true number.',
      type: 'object',
      additionalProperties: false,
      properties: {
        window: { description: 'The window whose numbers are shown.', anyOf: [{ type: 'string', enum: ['minute', 'day'] }, VARIABLE] },
        limit: { description: 'How many requests the window allows.', ...NUMBER },
        remaining: { description: 'How many requests are left in the window.', ...NUMBER },
        reset: { description: 'When the window ends, in seconds since 1970.', ...TIME },
        wait: { description: 'In place of reset: how many seconds until the window ends. Retry-After of a 429 says the same.', ...NUMBER },
        form: { description: 'How Retry-After is written in a 429.', type: 'string', enum: Object.keys(FORMS) },
      },
    },
  },
  check: ({ rateLimit: { reset, wait } }) =>
    reset !== undefined && wait !== undefined
      ? 'rateLimit: wait and reset cannot be combined, because both say when the limit resets'
      : undefined,
  showsTexts: () => false,
  prepare({ rateLimit: { limit, remaining, reset, wait, window } }, { exchange, session }) {
    const { shown, count, caller } = exchange
    const now = Math.floor(count.at.world / 1000)
    const before = shown ?? count
    const isOther = window !== undefined && window !== before.window && caller.plan !== undefined
    const seen = isOther ? showWindow(session.limits.state(caller.plan)[window], window, now) : before
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
    if (draft.status !== 429) return true
    const text = FORMS[form](Math.floor(count.at.world / 1000), (shown ?? count).retryAfter)
    if (text === null) delete draft.headers['Retry-After']
    else draft.headers['Retry-After'] = text
    return true
  },
}

/** The true numbers of a window. */
const showWindow = ({ limit, remaining, resets, seconds }: LimitState[WindowName], window: WindowName, now: number) => ({
  ...{ window, limit, remaining },
  reset: resets === null ? now + seconds : Math.ceil(Date.parse(resets) / 1000),
})

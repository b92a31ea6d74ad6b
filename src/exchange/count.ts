// The rate limits as a request met them, and as its reply shows them.

import type { Moment } from './exchange.ts'

/** One of the two windows of a plan. */
export type WindowName = 'minute' | 'day'

/** The rate limits as a reply shows them. */
export interface Shown {
  /** The shown window. For a refused request, the window that refused it. */
  readonly window: WindowName
  /** The value of `X-RateLimit-Limit`. */
  readonly limit: number
  /** The value of `X-RateLimit-Remaining`. */
  readonly remaining: number
  /** The end of the window, in seconds since 1970. */
  readonly reset: number
  /** Whole seconds until the end of the window or of the ban. */
  readonly retryAfter: number
}

/** The result of counting a request. */
export interface Count extends Shown {
  /** When the request was counted. This may be later than its arrival, because the world may have been loaded in between. */
  readonly at: Moment
  /** Whether the request was served, was over the limit, or came from a banned key. */
  readonly verdict: 'served' | 'refused' | 'banned'
  /** The request came while a 429 asked to wait, so it counted towards a ban. */
  readonly early?: true
}

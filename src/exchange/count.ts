// The rate limits as a request met them, as its reply shows them, and as the control API tells them.

import type { Moment } from './moment.ts'

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

/** The rate limits of a plan in a world. */
export interface LimitState {
  /** The window of the minute. */
  readonly minute: WindowState
  /** The window of the day. */
  readonly day: WindowState
  /** When the ban of the plan's key ends, in ISO 8601; null without a ban. */
  readonly ban: { readonly until: string } | null
}

/** One window of a rate limit. */
export interface WindowState {
  /** How many requests the window allows. */
  readonly limit: number
  /** The length of the window. */
  readonly seconds: number
  /** How many requests are left in the window. */
  readonly remaining: number
  /** The end of the open window on the world's clock; null while no window is open. */
  readonly resets: string | null
}

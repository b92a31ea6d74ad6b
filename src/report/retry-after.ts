// Reads the wait that a reply asks for with Retry-After (RFC 9110 §10.2.3), and its form: seconds or a date.

import { isLoopback } from '../exchange/caller.ts'
import type { Exchange } from '../exchange/exchange.ts'

export interface Ask {
  readonly seconds: number
  readonly form: 'seconds' | 'date'
  /** A client may come back this many milliseconds after the first byte of the reply, and is not early. */
  readonly least: number
}

/** Nobody can be expected to wait longer than a day. */
const MAX_SECONDS = 86_400
/** A call that is this many milliseconds too early still honours the wait: clocks of two processes differ. */
const SLACK_MS = 50
const SLACK_SHARE = 0.001
/** Dates and X-RateLimit-Reset have whole seconds only. */
const SECOND_MS = 1000
/** When the clock of the world differs more from real time, somebody has set it. A client reads dates with its own clock. */
const REAL_MS = 2000

/** The wait of a 429 or 503; 0 seconds for a time that is over. Undefined when the reply asks for no wait, or for a wait that cannot be judged. */
export function readAsk(exchange: Exchange, status: number): Ask | undefined {
  if (status !== 429 && status !== 503) return undefined
  const text = replyHeaderOf(exchange, 'retry-after')
  const sent = exchange.replied ?? exchange.arrived
  if (text === undefined) return undefined
  const form = /^\d+$/.test(text) ? 'seconds' : 'date'
  const date = Date.parse(text)
  // A client compares dates with its own clock, so they can be judged only where this clock is known.
  const isComparable = Math.abs(sent.world - sent.real) < REAL_MS && isLoopback(exchange.connection.address)
  if (form === 'date' && !isComparable) return undefined
  const from = Date.parse(replyHeaderOf(exchange, 'date') ?? '') || sent.world
  const seconds = form === 'seconds' ? Number(text) : (date - from) / 1000
  if (seconds <= 0) return { seconds: 0, form, least: 0 }
  if (!(seconds <= MAX_SECONDS)) return undefined
  const own = form === 'seconds' ? seconds * 1000 * (1 - SLACK_SHARE) - SLACK_MS : date - sent.real - SECOND_MS
  const reset = Number(replyHeaderOf(exchange, 'x-ratelimit-reset') ?? Number.NaN) * 1000 - sent.real - SECOND_MS
  return { seconds, form, least: Math.max(0, status === 429 && reset < own ? reset : own) }
}

/** The value of a header of the reply. Upper and lower case make no difference. */
export function replyHeaderOf({ reply }: Exchange, wanted: string): string | undefined {
  if (reply === undefined) return undefined
  for (const name in reply.headers) if (name.length === wanted.length && name.toLowerCase() === wanted) return reply.headers[name]
  return undefined
}

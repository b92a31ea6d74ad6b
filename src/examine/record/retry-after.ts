// Reads the wait that a reply asks for with Retry-After (RFC 9110 §10.2.3), in seconds or as a date.

import type { Exchange } from '../../ground/generated/control.ts'
import { isRealTime } from '../../ground/moment.ts'
import { isLoopback, replyHeaderOf } from '../../record/exchange.ts'

/** Nobody can be expected to wait longer than a day. */
const MAX_SECONDS = 86_400
/** A call may be this much too early: clocks of two processes differ. */
const SLACK_MS = 50
const SLACK_SHARE = 0.001

/**
 * The wait of a 429 or 503; 0 seconds for a time that is over. Undefined without a wait, or when the wait cannot be judged. A client that
 * comes back `least` milliseconds after the first byte of the reply is not early.
 */
export function readAsk(exchange: Exchange, status = exchange.reply?.status) {
  if (status !== 429 && status !== 503) return undefined
  const { replied, arrived, connection } = exchange
  const text = replyHeaderOf(exchange, 'retry-after')
  if (text === undefined) return undefined
  const sent = replied ?? arrived
  const isDate = !/^\d+$/.test(text)
  // A client compares dates with its own clock, so they can be judged only where this clock is known.
  if (isDate && !(isRealTime(sent) && isLoopback(connection.address))) return undefined
  const seconds = isDate ? (Date.parse(text) - (Date.parse(replyHeaderOf(exchange, 'date') ?? '') || sent.world)) / 1000 : Number(text)
  if (!(seconds <= MAX_SECONDS)) return undefined
  const asked = seconds * 1000
  // On a 503 the limits say when their window ends, and not when the service is back.
  const reset = status === 429 ? Number(replyHeaderOf(exchange, 'x-ratelimit-reset') ?? Number.NaN) * 1000 - sent.real : Number.NaN
  const isReset = reset <= asked
  // A date and X-RateLimit-Reset are whole seconds, counted from the beginning of the second of the reply. So a client that waits until
  // this moment waits up to a second less. This second is always given: else the same wait would be early in one run and not in another.
  const least = asked * (1 - SLACK_SHARE) - SLACK_MS - (isDate || isReset ? 1000 : 0)
  return { seconds: Math.max(0, seconds), least: Math.max(0, isReset ? Math.min(least, reset - SLACK_MS) : least) }
}

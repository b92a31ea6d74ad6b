// Reads the wait that a reply asks for with Retry-After (RFC 9110 §10.2.3), and its form: seconds or a date.

import type { Exchange } from '../exchange/exchange.ts'
import { replyHeaderOf } from './facts.ts'

export interface Ask {
  readonly seconds: number
  readonly form: 'seconds' | 'date'
}

/** A longer wait is ignored, because no client can be expected to wait so long. */
const MAX_SECONDS = 7 * 86_400

/** The wait of a 429 or 503; undefined when the reply asks for no wait. */
export function readAsk(exchange: Exchange, status: number): Ask | undefined {
  if (status !== 429 && status !== 503) return undefined
  const text = replyHeaderOf(exchange, 'retry-after')
  if (text === undefined) return undefined
  const form = /^\d+$/.test(text) ? 'seconds' : 'date'
  // Both the date and the header Date of the reply come from the clock of the world.
  const sent = Date.parse(replyHeaderOf(exchange, 'date') ?? '') || (exchange.replied ?? exchange.arrived).world
  const seconds = form === 'seconds' ? Number(text) : (Date.parse(text) - sent) / 1000
  return seconds > 0 && seconds <= MAX_SECONDS ? { seconds, form } : undefined
}

// The wait that a reply asks for with Retry-After (RFC 9110 §10.2.3), and the form in which it asks.

import type { Exchange } from '../record/exchange.ts'
import { replyHeaderOf } from './facts.ts'

export interface Ask {
  readonly seconds: number
  readonly form: 'seconds' | 'date'
}

/** A longer wait is no wait: nobody can hold it against a client that it gave up waiting. */
const MAX_SECONDS = 7 * 86_400

/** The wait of a 429 or 503; undefined where there is nothing to wait for. */
export function readAsk(exchange: Exchange, status: number): Ask | undefined {
  if (status !== 429 && status !== 503) return undefined
  const text = replyHeaderOf(exchange, 'retry-after')
  if (text === undefined) return undefined
  const form = /^\d+$/.test(text) ? 'seconds' : 'date'
  // The date is on the world's clock, and so is the header Date of the reply.
  const sent = Date.parse(replyHeaderOf(exchange, 'date') ?? '') || (exchange.replied ?? exchange.arrived).world
  const seconds = form === 'seconds' ? Number(text) : (Date.parse(text) - sent) / 1000
  return seconds > 0 && seconds <= MAX_SECONDS ? { seconds, form } : undefined
}

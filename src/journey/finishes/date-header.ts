// Writes the time of the world into the header Date (RFC 9110 §6.6.1).

import type { Exchange } from '../../exchange/exchange.ts'
import type { Draft } from '../../exchange/reply.ts'

export function dateHeader() {
  let second = Number.NaN
  let text = ''
  return function dateHeader({ exchange }: { exchange: Pick<Exchange, 'count'> }, { headers }: Draft): void {
    // The same moment as in the rate limits, because Retry-After counts from it.
    const now = Math.floor(exchange.count.at.world / 1000)
    if (now !== second) text = new Date(now * 1000).toUTCString()
    second = now
    headers.Date = text
  }
}

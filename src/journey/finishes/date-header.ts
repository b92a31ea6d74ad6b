// Puts the world's time into Date (RFC 9110 §6.6.1).

import type { Exchange } from '../../exchange.ts'

export function dateHeader() {
  let second = Number.NaN
  let text = ''
  return function dateHeader({ arrived, count, headers }: Exchange): void {
    // That of the rate limits, for Retry-After counts from it.
    const now = Math.floor((count?.at ?? arrived).world / 1000)
    if (now !== second) text = new Date(now * 1000).toUTCString()
    second = now
    headers.Date = text
  }
}

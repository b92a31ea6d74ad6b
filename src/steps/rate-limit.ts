// Refuses a request over the limit of the minute or of the day.

import type { Exchange } from '../exchange.ts'
import { Problem } from '../problem.ts'

export function rateLimit() {
  return function rateLimit({ count }: Exchange): undefined {
    if (count?.verdict !== 'refused') return
    const { window, shown, retryAfter } = count
    throw new Problem('rate_limited', `The limit of ${shown.limit} requests a ${window} is used up: wait ${retryAfter} seconds`, {
      headers: { 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' },
      because: `;window=${window}`,
      assumed: ['limit-scope', 'limit-shown', 'limit-window', 'limited-body'],
    })
  }
}

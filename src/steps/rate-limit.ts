// Refuses a request over the limit of the minute or of the day.

import type { Exchange } from '../exchange.ts'
import { rateLimited } from '../refusals.ts'

export function rateLimit() {
  return function rateLimit({ count }: Exchange): undefined {
    if (count?.verdict === 'refused') throw rateLimited(count)
  }
}

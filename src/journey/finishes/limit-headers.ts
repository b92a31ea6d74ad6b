// Writes the three rate-limit headers.

import type { Exchange } from '../../exchange/exchange.ts'
import type { Draft } from '../../exchange/reply.ts'

export function limitHeaders() {
  return function limitHeaders({ exchange }: { exchange: Pick<Exchange, 'count' | 'shown'> }, { headers }: Draft): void {
    const { limit, remaining, reset } = exchange.shown ?? exchange.count
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = String(remaining)
    headers['X-RateLimit-Reset'] = String(reset)
  }
}

// Writes the three rate-limit headers and Date (RFC 9110 §6.6.1), which show the same moment: Retry-After counts from it.

import type { Exchange } from '../../exchange/exchange.ts'
import type { Draft } from '../../exchange/reply.ts'

export function limitHeaders({ exchange }: { exchange: Pick<Exchange, 'count' | 'shown'> }, { headers }: Draft): void {
  const { count, shown = count } = exchange
  headers['X-RateLimit-Limit'] = String(shown.limit)
  headers['X-RateLimit-Remaining'] = String(shown.remaining)
  headers['X-RateLimit-Reset'] = String(shown.reset)
  headers.Date = new Date(count.at.world).toUTCString()
}

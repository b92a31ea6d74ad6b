// Puts the three rate-limit headers on the reply.

import type { Draft } from '../../reply.ts'
import type { Visit } from '../visit.ts'

export function limitHeaders() {
  return function limitHeaders({ exchange }: Visit, { headers }: Draft): void {
    const { limit, remaining, reset } = exchange.shown ?? exchange.count
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = String(remaining)
    headers['X-RateLimit-Reset'] = String(reset)
  }
}

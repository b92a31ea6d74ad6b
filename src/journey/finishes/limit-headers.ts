// Puts the three rate-limit headers on the reply.

import type { Plan } from '../../contract/contract.ts'
import type { Exchange } from '../../exchange.ts'
import type { Shown } from '../../worlds/limits.ts'

export function limitHeaders({ plans }: { plans: readonly Plan[] }) {
  return function limitHeaders({ count, arrived, headers }: Exchange): void {
    const { limit, remaining, reset } = count?.shown ?? untouched(plans[0], arrived.world)
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = String(remaining)
    headers['X-RateLimit-Reset'] = String(reset)
  }
}

/** For a request that failed before it could be counted. */
const untouched = (plan: Plan | undefined, now: number): Shown => ({
  limit: plan?.minute ?? 0,
  remaining: plan?.minute ?? 0,
  reset: Math.ceil(now / 1000) + 60,
})

// Refuses a request over the limit of the minute or of the day.

import type { Plan } from '../../contract/contract.ts'
import type { Exchange } from '../../exchange.ts'
import { rateLimited } from '../../refusals.ts'

export function rateLimit({ plans }: { plans: readonly Plan[] }) {
  return function rateLimit({ count, caller }: Exchange): undefined {
    if (count?.verdict === 'refused') throw rateLimited(count, plans.find(({ name }) => name === caller.plan)?.assumed)
  }
}

// Refuses a request over the limit of the minute or of the day.

import type { Plan } from '../../contract/contract.ts'
import { rateLimited } from '../../errors/refusals.ts'
import type { RequestContext } from '../context.ts'

export function rateLimit({ plans }: { plans: readonly Plan[] }) {
  return function rateLimit({ exchange: { count, caller } }: RequestContext): undefined {
    if (count.verdict === 'refused') throw rateLimited(count, plans.find(({ name }) => name === caller.plan)?.assumed)
  }
}

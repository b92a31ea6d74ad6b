// Refuses a request over the limit of the minute or of the day.

import type { Plan } from '../../contract/contract.ts'
import { rateLimited } from '../../replies/refusals.ts'
import type { Visit } from '../visit.ts'

export function rateLimit({ plans }: { plans: readonly Plan[] }) {
  return function rateLimit({ exchange: { count, caller } }: Visit): undefined {
    if (count.verdict === 'refused') throw rateLimited(count, plans.find(({ name }) => name === caller.plan)?.assumed)
  }
}

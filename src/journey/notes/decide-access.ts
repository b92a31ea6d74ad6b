// Decides once whether the caller has access: by its key, by the ban, and by the limits. The answers `credentials`, `ban` and
// `rate-limit` refuse by this decision.

import { keyBanned, rateLimited, unauthorized } from '../../errors/refusals.ts'
import type { RequestContext } from '../context.ts'
import type { JourneyParts } from '../parts.ts'

export function decideAccess(context: RequestContext, { contract: { title, plans } }: JourneyParts): void {
  const { exchange, refusal } = context
  const { caller, count } = exchange
  if (refusal !== undefined) return
  if (caller.refusal) context.refusal = { by: 'credentials', problem: unauthorized(title, caller.refusal.given, caller.refusal.message) }
  else if (count.verdict === 'banned') context.refusal = { by: 'ban', problem: keyBanned(count) }
  else if (count.verdict === 'refused')
    context.refusal = { by: 'rate-limit', problem: rateLimited(count, plans.find(({ name }) => name === caller.plan)?.assumed) }
}

// Decides once whether the caller has access: by its key, by the ban, and by the limits. Three answers refuse by this decision.

import { keyBanned, rateLimited, unauthorized } from '../errors/refusals.ts'
import type { RequestContext } from './context.ts'
import type { Answer, JourneyParts } from './parts.ts'

export function decideAccess(context: RequestContext, { contract: { title, plans } }: JourneyParts): void {
  const { caller, count } = context.exchange
  if (context.refusal !== undefined) return
  if (caller.refusal) context.refusal = { by: 'credentials', problem: unauthorized(title, caller.refusal.given, caller.refusal.message) }
  else if (count.verdict === 'banned') context.refusal = { by: 'ban', problem: keyBanned(count) }
  else if (count.verdict === 'refused') {
    const plan = plans.find(({ name }) => name === caller.plan)
    context.refusal = { by: 'rate-limit', problem: rateLimited(count, plan?.assumed) }
  }
}

export const credentials: Answer = {
  name: 'credentials',
  asks: 'Is the key valid?',
  passes: ({ caller }) => `passed: ${caller.key}, plan ${caller.plan}`,
  answers: ({ caller }) => `refused: ${caller.refusal?.message}`,
}

export const ban: Answer = {
  name: 'ban',
  asks: 'Is the key banned?',
  passes: () => 'no ban',
  answers: ({ count }) => `refused: banned for ${count.retryAfter} more seconds`,
}

export const rateLimit: Answer = {
  name: 'rate-limit',
  asks: 'Does the limit allow the request?',
  passes: ({ count }) => `${count.remaining} of ${count.limit} left in the ${count.window}`,
  answers: ({ count }) => `refused: the ${count.limit} requests of the ${count.window} are used up, ${count.retryAfter} seconds to wait`,
}

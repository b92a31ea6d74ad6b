// Asks the scenario steps that took the call for a reply, and gives the first reply. If no step has a reply, a later answer gives
// one, and the steps may change it afterwards.

import type { Reply } from '../../exchange/reply.ts'
import { createBudget } from '../../scenarios/budget.ts'
import type { RequestContext } from '../context.ts'
import type { PlayParts } from '../notes/take-steps.ts'

export function scenario(parts: PlayParts) {
  return function scenario(context: RequestContext): Reply | Promise<Reply> | undefined {
    const { taken, switchProblem, session } = context
    if (switchProblem) throw switchProblem
    if (taken.length === 0) return undefined
    const tools = { ...parts, random: session.play.random, budget: createBudget() }
    for (const { effect, settings } of taken.flatMap(({ step }) => step.actions)) {
      const reply = effect.answer?.(settings, context, tools)
      if (reply) return reply
    }
    return undefined
  }
}

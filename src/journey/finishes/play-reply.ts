// Lets the scenarios that took the call change the reply, and notes which of them did something.

import type { Draft } from '../../exchange/reply.ts'
import { createBudget } from '../../scenarios/budget.ts'
import { recordPlay } from '../../scenarios/player.ts'
import type { RequestContext } from '../context.ts'
import type { PlayParts } from '../notes/take-steps.ts'

export function playReply(parts: PlayParts) {
  return function playReply(context: RequestContext, draft: Draft): void {
    const { taken, exchange, session } = context
    if (taken.length === 0) return
    const tools = { ...parts, random: session.play.random, budget: createBudget() }
    context.isCopy = taken.some(({ step }) => step.actions.some(({ effect }) => effect.changesBody))
    exchange.appliedSteps = taken.map((one) => {
      const did = one.step.actions.map(({ effect, settings }) => effect.finish?.(settings, draft, context, tools) ?? true)
      return recordPlay(one, did.includes(true))
    })
  }
}

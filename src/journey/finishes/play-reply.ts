// Lets the scenarios that took the call change the reply, and notes which of them did something.

import type { Draft } from '../../exchange/reply.ts'
import { recordPlay } from '../../scenarios/player.ts'
import type { RequestContext } from '../context.ts'
import { isLongerThan } from '../measure-body.ts'
import type { PlayParts } from '../notes/take-steps.ts'
import { MAX_CHANGED, tooLongFor } from '../rendered.ts'

export function playReply(parts: PlayParts) {
  return function playReply(context: RequestContext, draft: Draft): void {
    const { taken, exchange, session } = context
    if (taken.length === 0) return
    const tools = { ...parts, random: session.play.random }
    const changer = taken.find(({ step }) => step.actions.some(({ effect }) => effect.changesBody))
    if (changer && isLongerThan(draft.body, MAX_CHANGED)) throw tooLongFor(changer.name)
    context.isCopy = changer !== undefined
    exchange.appliedSteps = taken.map((one) => {
      const did = one.step.actions.map(({ effect, settings }) => effect.finish?.(settings, draft, context, tools) ?? true)
      return recordPlay(one, did.includes(true))
    })
  }
}

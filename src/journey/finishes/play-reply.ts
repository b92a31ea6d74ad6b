// Lets the scenarios that are played change the reply; those that did anything name themselves as its cause.

import type { Exchange } from '../../exchange.ts'
import type { Refusal } from '../../problem.ts'

export function playReply(parts: { renderProblem: (refusal: Refusal) => unknown; realm: string }) {
  return function playReply(exchange: Exchange): void {
    if (exchange.played === undefined) return
    const { random } = exchange.session.play
    const effective = exchange.played.filter(({ step }) => {
      const tools = { ...parts, step: step.values, random }
      const did = step.actions.map(({ effect, value }) => effect.finish?.(value, exchange, tools) ?? true)
      return did.includes(true)
    })
    if (effective.length > 0)
      exchange.cause = effective.map(({ name, number }) => `scenario;name=${name}${number ? `;step=${number}` : ''}`).join(', ')
  }
}

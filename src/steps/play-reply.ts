// Lets the scenarios that are played change the reply, and name themselves as its cause.

import type { Exchange } from '../exchange.ts'
import type { Refusal } from '../problem.ts'

export function playReply({ renderProblem }: { renderProblem: (refusal: Refusal) => unknown }) {
  return function playReply(exchange: Exchange): void {
    if (exchange.played === undefined) return
    const { random } = exchange.session.play
    for (const { step } of exchange.played) {
      for (const { effect, value } of step.actions) effect.finish?.(value, exchange, { step: step.values, random, renderProblem })
    }
    exchange.cause = exchange.played.map(({ name, number }) => `scenario;name=${name};step=${number}`).join(', ')
  }
}

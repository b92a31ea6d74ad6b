// Lets the scenarios that are played change the reply, and name themselves as its cause.

import type { Exchange } from '../exchange.ts'
import type { Refusal } from '../problem.ts'
import { effects } from '../scenarios/effects.ts'

export function playReply({ renderProblem }: { renderProblem: (refusal: Refusal) => unknown }) {
  return function playReply(exchange: Exchange): void {
    if (exchange.played === undefined) return
    const { random } = exchange.world.session.play
    for (const { step } of exchange.played) {
      for (const [name, effect] of Object.entries(effects)) {
        if (name in step) effect.finish?.(step[name], exchange, { step, random, renderProblem })
      }
    }
    exchange.cause = exchange.played.map(({ name, number }) => `scenario;name=${name};step=${number}`).join(', ')
  }
}

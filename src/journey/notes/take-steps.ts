// Finds the steps of scenarios that take the call, and lets them prepare. A request that is refused before the scenarios
// are asked takes no step. This comes before the body is read, for a step may break the request while the body arrives.

import type { Refusal } from '../../problem.ts'
import { recordPlay, takeSteps as take } from '../../scenarios/player.ts'
import type { Visit } from '../visit.ts'

export interface PlayParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

export function takeSteps(parts: PlayParts) {
  return function takeSteps(visit: Visit): void {
    const { sequences, switchProblem, session, exchange } = visit
    const isRefused =
      exchange.caller.refusal !== undefined ||
      exchange.count.verdict !== 'served' ||
      switchProblem !== undefined ||
      visit.messageProblem !== undefined
    if (sequences.length === 0 || isRefused) return
    const { method, path, query } = exchange.request
    const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
    visit.taken = take(sequences, call, session.play)
    visit.breaksRequest = visit.taken.some(({ step }) => step.isEarly)
    // Whether they change the reply shows when there is one.
    exchange.plays = visit.taken.map((taken) => recordPlay(taken, false))
    const tools = { ...parts, random: session.play.random }
    for (const { effect, settings } of visit.taken.flatMap(({ step }) => step.actions)) effect.prepare?.(settings, visit, tools)
  }
}

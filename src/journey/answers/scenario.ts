// Plays the scenarios that may take the call. The reply is the first that one of their steps gives; a step without a
// reply of its own leaves that to the answers behind, and changes it afterwards.

import type { Refusal } from '../../problem.ts'
import type { Reply } from '../../reply.ts'
import { takeSteps } from '../../scenarios/player.ts'
import type { Visit } from '../visit.ts'

export interface ScenarioParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

export function scenario(parts: ScenarioParts) {
  return function scenario(visit: Visit): Reply | Promise<Reply> | undefined {
    const { sequences, switchProblem, session, exchange } = visit
    if (switchProblem) throw switchProblem
    if (sequences.length === 0) return undefined
    const { method, path, query } = exchange.request
    const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
    visit.taken = takeSteps(sequences, call, session.play)
    const tools = { ...parts, random: session.play.random }
    const actions = visit.taken.flatMap(({ step }) => step.actions)
    for (const { effect, settings } of actions) effect.prepare?.(settings, visit, tools)
    for (const { effect, settings } of actions) {
      const reply = effect.answer?.(settings, visit, tools)
      if (reply) return reply
    }
    return undefined
  }
}

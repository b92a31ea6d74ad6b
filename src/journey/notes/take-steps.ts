// Finds the steps of scenarios that take the call, and calls their prepare(). A request that an earlier answer refuses takes no
// step. This note runs before the body is read, because a step may break the request while the body arrives. A request whose body
// never arrives as a whole gives its steps back.

import { Problem, type Refusal } from '../../replies/problem.ts'
import { recordPlay, takeSteps as take } from '../../scenarios/player.ts'
import type { Visit } from '../visit.ts'

export interface PlayParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

/** `refusals` are the answers before `scenario`. Each of them throws the Problem with which it refuses. */
export function takeSteps({ refusals, ...parts }: PlayParts & { readonly refusals: readonly ((visit: Visit) => undefined)[] }) {
  return function takeSteps(visit: Visit): void {
    const { sequences, session, exchange, switchProblem } = visit
    if (sequences.length === 0 || switchProblem !== undefined || refusals.some((refuse) => refuses(refuse, visit))) return
    const { method, path } = exchange.request
    const { query } = visit
    const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
    visit.taken = take(sequences, call, session.play)
    visit.breaksRequest = visit.taken.some(({ step }) => step.isEarly)
    // Later, playReply() notes whether they changed the reply.
    exchange.plays = visit.taken.map((taken) => recordPlay(taken, false))
    const tools = { ...parts, random: session.play.random }
    for (const { effect, settings } of visit.taken.flatMap(({ step }) => step.actions)) effect.prepare?.(settings, visit, tools)
  }
}

function refuses(refuse: (visit: Visit) => undefined, visit: Visit): boolean {
  try {
    refuse(visit)
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

/** Removes all effects of scenarios, as if no step had taken the call. */
export function forgetPlays(visit: Visit): void {
  visit.taken = []
  visit.exchange.plays = []
  visit.delay = 0
  visit.isCopy = false
  delete visit.fault
  delete visit.exchange.shown
}

/** Called when the body never arrived as a whole. The next call can then take the steps. */
export function giveStepsBack(visit: Visit): void {
  for (const { giveBack } of visit.taken) giveBack()
  forgetPlays(visit)
}

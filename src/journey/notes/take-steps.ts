// Finds the steps of scenarios that take the call, and lets them prepare. A request that is refused before the scenarios
// are asked takes no step. This comes before the body is read, for a step may break the request while the body arrives.
// A request whose body never comes whole gives its steps back.

import type { Refusal } from '../../replies/problem.ts'
import { recordPlay, takeSteps as take } from '../../scenarios/player.ts'
import type { Visit } from '../visit.ts'

export interface PlayParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

export function takeSteps(parts: PlayParts) {
  return function takeSteps(visit: Visit): void {
    const { sequences, session, exchange } = visit
    if (sequences.length === 0 || isRefused(visit)) return
    const { method, path } = exchange.request
    const { query } = visit
    const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
    visit.taken = take(sequences, call, session.play)
    visit.breaksRequest = visit.taken.some(({ step }) => step.isEarly)
    // Whether they change the reply shows when there is one.
    exchange.plays = visit.taken.map((taken) => recordPlay(taken, false))
    const tools = { ...parts, random: session.play.random }
    for (const { effect, settings } of visit.taken.flatMap(({ step }) => step.actions)) effect.prepare?.(settings, visit, tools)
  }
}

/** Whether one of the answers before the scenarios refuses the request. */
const isRefused = ({ messageProblem, switchProblem, exchange: { caller, count } }: Visit) =>
  messageProblem !== undefined || caller.refusal !== undefined || count.verdict !== 'served' || switchProblem !== undefined

/** As if no step had taken the call. */
export function forgetPlays(visit: Visit): void {
  visit.taken = []
  visit.exchange.plays = []
  visit.delay = 0
  visit.isCopy = false
  delete visit.fault
  delete visit.exchange.shown
}

/** The body never came whole: the steps are there for the next call. */
export function giveStepsBack(visit: Visit): void {
  for (const { giveBack } of visit.taken) giveBack()
  forgetPlays(visit)
}

// Finds the steps of scenarios that take the call, and calls their prepare(). A request that an earlier answer refuses takes no
// step. This note runs before the body is read, because a step may break the request while the body arrives. A request whose body
// never arrives as a whole gives its steps back.

import { Problem, type Refusal } from '../../errors/problem.ts'
import { recordPlay, takeSteps as take } from '../../scenarios/player.ts'
import type { RequestContext } from '../context.ts'

export interface PlayParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

/** `refusals` are the answers before `scenario`. Each of them throws the Problem with which it refuses. */
export function takeSteps({ refusals, ...parts }: PlayParts & { readonly refusals: readonly ((context: RequestContext) => undefined)[] }) {
  return function takeSteps(context: RequestContext): void {
    const { sequences, session, exchange, switchProblem } = context
    if (sequences.length === 0 || switchProblem !== undefined || refusals.some((refuse) => refuses(refuse, context))) return
    const { method, path } = exchange.request
    const { query } = context
    const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
    context.taken = take(sequences, call, session.play)
    context.breaksRequest = context.taken.some(({ step }) => step.isEarly)
    // Later, playReply() notes whether they changed the reply.
    exchange.appliedSteps = context.taken.map((taken) => recordPlay(taken, false))
    const tools = { ...parts, random: session.play.random }
    for (const { effect, settings } of context.taken.flatMap(({ step }) => step.actions)) effect.prepare?.(settings, context, tools)
  }
}

function refuses(refuse: (context: RequestContext) => undefined, context: RequestContext): boolean {
  try {
    refuse(context)
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

/** Removes all effects of scenarios, as if no step had taken the call. */
export function forgetPlays(context: RequestContext): void {
  context.taken = []
  context.exchange.appliedSteps = []
  context.delay = 0
  context.isCopy = false
  delete context.fault
  delete context.exchange.shown
}

/** Called when the body never arrived as a whole. The next call can then take the steps. */
export function giveStepsBack(context: RequestContext): void {
  for (const { giveBack } of context.taken) giveBack()
  forgetPlays(context)
}

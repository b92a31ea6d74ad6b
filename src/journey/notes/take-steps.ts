// Finds the steps of scenarios that take the call, and calls their prepare(). A request that an earlier answer refuses takes no
// step. This note runs before the body is read, because a step may break the request while the body arrives. A request whose body
// never arrives as a whole gives its steps back.

import { Problem, type Refusal } from '../../errors/problem.ts'
import { createBudget } from '../../scenarios/budget.ts'
import { recordPlay, type Sequence, takeSteps as take } from '../../scenarios/player.ts'
import type { RequestContext } from '../context.ts'

export interface PlayParts {
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

export interface StepParts extends PlayParts {
  /** The answers before `scenario`. Each of them throws the Problem with which it refuses. */
  readonly refusals: readonly ((context: RequestContext) => undefined)[]
}

export function takeSteps(parts: StepParts) {
  return function takeSteps(context: RequestContext): void {
    const { sequences, switchProblem } = context
    if (sequences.length === 0 || switchProblem !== undefined || isRefused(context, parts)) return
    addSteps(context, sequences, parts)
    context.breaksRequest = context.taken.some(({ step }) => step.isEarly)
  }
}

/** Lets the sequences take the call, and prepares their steps. */
export function addSteps(context: RequestContext, sequences: readonly Sequence[], parts: PlayParts): void {
  const { session, exchange, query } = context
  const { method, path } = exchange.request
  const call = { method, path, query, ...(exchange.operation !== undefined && { operation: exchange.operation }) }
  const taken = take(sequences, call, session.play)
  context.taken = [...context.taken, ...taken]
  // Later, playReply() notes whether they changed the reply.
  exchange.appliedSteps = context.taken.map((taken) => recordPlay(taken, false))
  const tools = { ...parts, random: session.play.random, budget: createBudget() }
  for (const { effect, settings } of taken.flatMap(({ step }) => step.actions)) effect.prepare?.(settings, context, tools)
}

/** Whether an answer before `scenario` refuses the request. */
export const isRefused = (context: RequestContext, { refusals }: StepParts) => refusals.some((refuse) => refuses(refuse, context))

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

// All that the journey does with scenarios, in running order: two notes let steps take the call, an answer asks them for a reply, and a
// finish lets them change the reply. scenarios/player.ts decides which step takes a call. send.ts plays delays and faults.

import type { Draft } from '../../contract/reply.ts'
import { addWarning } from '../../record/exchange.ts'
import { renderSteps } from '../../record/show-exchange.ts'
import { chooseSteps, findSequences, giveBack, playStateOf, type Sequence } from '../../scenarios/player.ts'
import type { RequestContext } from './context.ts'
import type { Answer, JourneyParts } from './parts.ts'

/**
 * Lets the steps of the strongest switch, or else those of the world, take the call. A refused request takes no step. Runs before the body
 * is read, because a step may break the request while the body arrives.
 */
export function takeSteps(context: RequestContext, parts: JourneyParts): void {
  const { exchange, session, request, byUrl, operation } = context
  const { groups, testCase, isOld, problem } = parts.switches.read(request.headers, byUrl, operation)
  if (testCase) exchange.testCase = testCase
  if (isOld) addWarning(exchange, 'removed_parameter', 'calls and id have no effect since 0.3: use inject')
  if (problem) context.refusal ??= { by: 'scenario', problem }
  if (context.refusal !== undefined || (groups.length === 0 && session.scenarios.length === 0)) return
  addSteps(context, findSequences(groups, exchange, playStateOf(session)), parts)
}

function addSteps(context: RequestContext, sequences: readonly Sequence[], { renderProblem, contract }: JourneyParts): void {
  const { exchange, session } = context
  for (const taken of chooseSteps(sequences, exchange, playStateOf(session))) {
    context.play ??= { taken: [], delay: 0, changedBytes: 0, renderProblem, realm: contract.title }
    const { play } = context
    play.taken.push(taken)
    exchange.appliedSteps = [...exchange.appliedSteps, taken.applied]
    for (const effect of taken.step.effects) effect.prepare?.(taken.step.settings, context, play)
  }
}

/**
 * Lets the scenario of the fault layer take the call. Runs after the body was read, because the layer recognises a call by its body too.
 */
export function injectFault(context: RequestContext, parts: JourneyParts): void {
  const { faults } = parts
  const request = faults?.layer.scenarioFor(context.exchange)
  if (faults === undefined || request === undefined || context.refusal !== undefined) return
  const setup = faults.setUp(request)
  if (setup.steps.some(({ isDecisive }) => isDecisive)) giveStepsBack(context)
  addSteps(context, [{ setup, taken: [] }], parts)
}

/** A step breaks the request before its body has arrived, so nobody reads the body. */
export const breaksRequest = ({ play }: RequestContext) => play?.fault?.breaks === 'request'

/** Asks the steps for a reply. If a later answer gives the reply, the steps may still change it. */
export const scenario: Answer = {
  name: 'scenario',
  asks: 'Does a scenario answer?',
  passes: (exchange) => renderSteps(exchange) || 'none',
  answers: (exchange) => renderSteps(exchange) || `refused with ${exchange.reply?.status}: the wanted scenario cannot be played`,
  give(context) {
    const { play } = context
    if (play === undefined) return undefined
    for (const { step } of play.taken)
      for (const effect of step.effects) {
        const reply = effect.answer?.(step.settings, context, play)
        if (reply) return reply
      }
  },
}

/** Lets the steps change the reply, and notes which of them did something. An effect without this hook did its work before. */
export function playReply(context: RequestContext, draft: Draft, { faults }: JourneyParts): void {
  const { play, exchange } = context
  if (draft.status < 300) faults?.layer.alter?.(exchange, draft)
  if (play === undefined) return
  for (const { step, applied } of play.taken)
    for (const effect of step.effects) if (effect.finish?.(step.settings, draft, context, play) !== false) applied.acted = true
}

/** As if no step had taken the call. */
export function forgetSteps(context: RequestContext): void {
  delete context.play
  delete context.exchange.shown
  context.exchange.appliedSteps = []
}

/** Lets the next call take the steps: the body broke off, or a fault of the campaign replaces them. */
export function giveStepsBack(context: RequestContext): void {
  context.play?.taken.forEach(giveBack)
  forgetSteps(context)
}

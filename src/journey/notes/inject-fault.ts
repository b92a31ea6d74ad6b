// Asks the fault layer of this sandbox, if there is one, and lets its scenario take the call. This note runs after the body was read,
// because the layer recognises a call by its body too.

import { createTaken } from '../../scenarios/player.ts'
import type { RequestContext } from '../context.ts'
import type { JourneyParts } from '../parts.ts'
import { addSteps, giveStepsBack } from '../scenario.ts'

export function injectFault(context: RequestContext, parts: JourneyParts): void {
  const { faults } = parts
  const request = faults?.layer.meet(context.exchange)
  if (faults === undefined || request === undefined || context.refusal !== undefined) return
  const setup = faults.setUp(request)
  if (setup.steps.some(({ isDecisive }) => isDecisive)) giveStepsBack(context)
  addSteps(context, [{ setup, taken: createTaken(setup) }], parts)
}

// Asks the fault layer of this sandbox, if there is one, and lets its scenario take the call. This note runs after the body was read,
// because the layer recognises a call by its body too.

import type { FaultLayer } from '../../scenarios/fault-layer.ts'
import { createTaken } from '../../scenarios/player.ts'
import type { Setup } from '../../scenarios/scenario.ts'
import type { ScenarioRequest } from '../../scenarios/scenario-request.ts'
import type { RequestContext } from '../context.ts'
import { addSteps, giveStepsBack, isRefused, type StepParts } from './take-steps.ts'

export interface InjectParts extends StepParts {
  readonly layer: FaultLayer
  readonly setUp: (scenarioRequest: ScenarioRequest) => Setup
}

export function injectFault({ layer, setUp, ...parts }: InjectParts) {
  return function injectFault(context: RequestContext): void {
    const request = layer.meet(context.exchange)
    if (request === undefined || isRefused(context, parts)) return
    const setup = setUp(request)
    if (setup.steps.some(({ isDecisive }) => isDecisive)) giveStepsBack(context)
    addSteps(context, [{ setup, taken: createTaken(setup) }], parts)
  }
}

// What asks for a scenario beside the control API: headers, the base URL and a layer of faults.

import type { Draft } from '../contract/reply.ts'
import type { Exchange, ScenarioRequest, Value } from '../ground/generated/control.ts'
import type { OperationId } from '../ground/generated/names.ts'

/** The request of a header or a base URL. */
export interface SwitchRequest extends ScenarioRequest {
  /** All calls with the same run are counted together, whatever their operation is. */
  readonly run?: string
}

/**
 * A layer of faults, given at the start of a sandbox. Scenarios can be replaced by a reset, a switch or the control API. This layer
 * cannot, so a campaign of faults can trust that its fault meets its call.
 */
export interface FaultLayer {
  /**
   * Told about each call whose request has arrived whole, in the order of arrival. Returns the scenario that the call gets. A scenario
   * that answers replaces the steps that the call had taken; any other is played in addition to them.
   */
  scenarioFor(exchange: Exchange): ScenarioRequest | undefined
  /** Changes the reply of a call that succeeds. Values of the body belong to the world: they are copied, and never changed. */
  alter?(exchange: Exchange, draft: Draft): void
}

/** Makes a scenario request from a name and parameters. The parameters `on` and `run` belong to the sandbox, and not to the scenario. */
export const createScenarioRequest = (name: string, { on, run, ...parameters }: Readonly<Record<string, unknown>>): SwitchRequest => ({
  name,
  // The catalogue refuses wrong values, and names that the contract does not have.
  parameters: parameters as Readonly<Record<string, Value>>,
  ...(on !== undefined && { operations: String(on).split(/[\s+]+/) as OperationId[] }),
  ...(run !== undefined && { run: String(run) }),
})

// A request for a scenario. Headers, base URL, control API and a layer of faults all give this type.

import type { Draft } from '../contract/reply.ts'
import type { Exchange } from '../ground/generated/control.ts'
import type { OperationId, ScenarioName, Step } from '../ground/generated/names.ts'

/** A request for a scenario: a scenario of the catalogue, or steps of your own. */
export interface ScenarioRequest {
  /** The name of a scenario in the catalogue. A scenario request without a name has its own steps. */
  readonly name?: ScenarioName
  /** Values for the parameters of the scenario, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Limits the scenario to these operationIds. */
  readonly operations?: readonly OperationId[]
  /** All calls with the same run are counted together, whatever their operation is. */
  readonly run?: string
  /** The steps, in the form of a scenario file. `docs/test-error-handling.md` lists their fields. */
  readonly steps?: readonly Step[]
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
export const createScenarioRequest = (name: string, { on, run, ...parameters }: Readonly<Record<string, unknown>>): ScenarioRequest => ({
  name,
  parameters,
  // The catalogue refuses the names that the contract does not have.
  ...(on !== undefined && { operations: String(on).split(/[\s+]+/) as OperationId[] }),
  ...(run !== undefined && { run: String(run) }),
})

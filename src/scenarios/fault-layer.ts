// A layer of faults, given at the start of a sandbox. Scenarios can be replaced by a reset, a switch or the control API. This layer
// cannot, so a campaign of faults can trust that its fault meets its call.

import type { Exchange } from '../exchange/exchange.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import type { ScenarioRequest } from './scenario-request.ts'

export interface FaultLayer {
  /**
   * Told about each call whose request has arrived whole, in the order of arrival. Returns the scenario that the call gets. A scenario
   * that answers replaces the steps that the call had taken; any other is played in addition to them.
   */
  meet(exchange: Exchange): ScenarioRequest | undefined
  /** Changes the content of new worlds. */
  content?(fixtures: Snapshot): Snapshot
}

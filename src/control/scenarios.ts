// Calls about scenarios: the catalogue, and the scenarios on a world.

import type { ActiveScenario, WorldHandle } from '../handle/handles.ts'
import { readScenarioRequests } from '../handle/scenario-request-input.ts'
import { countMet, createTaken, isOver, type PlayState } from '../scenarios/player.ts'
import type { Setup } from '../scenarios/scenario.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import type { Call } from './call.ts'
import type { Entrance } from './entrance.ts'

/** `setUpAll` throws a Problem that lists the available scenarios. */
export function createScenariosHandle(
  { use, drive }: Entrance,
  setUpAll: (scenarioRequests: readonly ScenarioRequest[]) => Setup[],
): WorldHandle['scenarios'] {
  return {
    get: () => use(({ session }) => listActive(session.play)),
    put: (given) =>
      drive('scenarios', ({ session }) => {
        const { play } = session
        const scenarioRequests = readScenarioRequests(given)
        play.active = setUpAll(scenarioRequests).map((setup, index) => ({
          setup,
          scenarioRequest: scenarioRequests[index] ?? {},
          taken: createTaken(setup),
        }))
        session.stage += 1
        return listActive(play)
      }),
    clear: () =>
      drive('scenarios', ({ session }) => {
        session.play.active = []
        session.stage += 1
      }),
  }
}

const listActive = ({ active }: PlayState): ActiveScenario[] =>
  active.map((one) => ({ ...one.scenarioRequest, name: one.setup.name, met: countMet(one), over: isOver(one) }))

export const listScenarios: Call = ({ sandbox }) => sandbox.scenarios()
export const getActiveScenarios: Call = async ({ existing }) => (await existing()).scenarios.get()
export const putActiveScenarios: Call = ({ world, body }) => world.scenarios.put(body as ScenarioRequest[])
export const deleteActiveScenarios: Call = async ({ existing }) => (await existing()).scenarios.clear()

// Calls about scenarios: the catalogue, and the scenarios on a world.

import type { ActiveScenario } from '../client/world-handle.ts'
import { countMet, isOver, type PlayState } from '../scenarios/player.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { type Call, changeWorld, deleteInWorld, readWorld } from './call.ts'

export const listScenarios: Call = ({ parts }) => parts.catalogue.list().map(({ steps, ...entry }) => entry)

export const getActiveScenarios: Call = (request) => readWorld(request, ({ session }) => listActive(session.play))

export const putActiveScenarios: Call = (request) => {
  const given = request.body as readonly ScenarioRequest[]
  // The scenarios are set up first, because a wrong one must not create the world.
  const active = request.parts.catalogue.setUpAll(given).map((setup) => ({ setup, taken: [] }))
  return changeWorld(request, 'scenarios', ({ session }) => {
    session.play.active = active
    session.revision += 1
    return listActive(session.play)
  })
}

export const deleteActiveScenarios: Call = (request) =>
  deleteInWorld(request, 'scenarios', ({ session }) => {
    session.play.active = []
    session.revision += 1
  })

const listActive = ({ active }: PlayState): ActiveScenario[] =>
  active.map((one) => ({ ...one.setup.request, name: one.setup.name, met: countMet(one), over: isOver(one) }))

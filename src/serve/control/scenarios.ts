// Calls about scenarios: the catalogue, and the scenarios on a world.

import type { ActiveScenario } from '../../client/world-handle.ts'
import { countMet, isOver, playStateOf, type Sequence } from '../../scenarios/player.ts'
import type { ScenarioRequest } from '../../scenarios/scenario-request.ts'
import type { Session } from '../../worlds/world.ts'
import { type Call, changeWorld, deleteInWorld, readWorld } from './call.ts'

export const listScenarios: Call = ({ parts }) => parts.catalogue.list().map(({ steps, ...entry }) => entry)

export const getActiveScenarios: Call = (request) => readWorld(request, ({ session }) => listActive(playStateOf(session).active))

export const putActiveScenarios: Call = (request) => {
  const given = request.body as readonly ScenarioRequest[]
  // The scenarios are set up first, because a wrong one must not create the world.
  const active = request.parts.catalogue.setUpAll(given).map((setup) => ({ setup, taken: [] }))
  return changeWorld(request, 'scenarios', ({ session }) => {
    put(session, active)
    return listActive(active)
  })
}

export const deleteActiveScenarios: Call = (request) =>
  deleteInWorld(request, 'scenarios', ({ session }) => {
    put(session, [])
  })

function put(session: Session, active: readonly Sequence[]): void {
  playStateOf(session).active = active
  session.scenarios = active.map(({ setup }) => setup.name)
  session.revision += 1
}

const listActive = (active: readonly Sequence[]): ActiveScenario[] =>
  active.map((one) => ({ ...one.setup.request, name: one.setup.name, met: countMet(one), over: isOver(one) }))

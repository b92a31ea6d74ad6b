// Changes of a world that several views offer.

import type { ActiveScenario, LimitState } from '../client/states.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { call, worldPath } from './api.ts'
import { refreshWorlds } from './follow.ts'

export const advanceClock = (world: string, seconds: number) => call('POST', worldPath(world, '/clock/advance'), { seconds })

/** Makes both windows of a plan full, and lifts its ban. */
export async function fillUpLimits(world: string, plan: string): Promise<void> {
  const path = worldPath(world, `/limits/${encodeURIComponent(plan)}`)
  const { minute, day } = await call<LimitState>('GET', path)
  await call('PUT', path, { minute: { remaining: minute.limit }, day: { remaining: day.limit }, ban: null })
}

/** Puts these scenarios on a world, in place of those on it. All of them start again. */
export async function putScenarios(world: string, scenarios: readonly (ActiveScenario | ScenarioRequest)[]): Promise<void> {
  const path = worldPath(world, '/scenarios')
  if (scenarios.length === 0) await call('DELETE', path)
  else await call('PUT', path, scenarios.map(toScenarioRequest))
  refreshWorlds()
}

/** The request that put a scenario on the world, without the state of the scenario. */
const toScenarioRequest = ({ name, parameters, operations, steps }: ScenarioRequest): ScenarioRequest => ({
  ...(steps === undefined ? { ...(name && { name }), ...(parameters && { parameters }) } : { steps }),
  ...(operations && { operations }),
})

// The handle of a world of a sandbox in this process: clock, data, limits, scenarios and requests. The control API and the
// library use the same object.

import { readWorldName } from '../handle/world-input.ts'
import type { Setup } from '../scenarios/scenario.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { createClockHandle } from './clock.ts'
import { createDataHandle } from './data.ts'
import { createEntrance } from './entrance.ts'
import { createEventsHandle, type EventsParts } from './events.ts'
import { createLimitsHandle } from './limits.ts'
import type { LocalWorld } from './local-handles.ts'
import { createReportHandle, type ReportHandleParts } from './report.ts'
import { createRequestsHandle, type RequestsParts } from './requests.ts'
import { createScenariosHandle } from './scenarios.ts'
import type { DataParts } from './world-data.ts'
import { resetWorldIn, showWorld } from './worlds.ts'

export interface HandleParts extends RequestsParts, EventsParts, DataParts, ReportHandleParts {
  readonly plans: readonly string[]
  /** Sets up scenarios. Throws a Problem that lists the available scenarios. */
  readonly setUpAll: (scenarioRequests: readonly ScenarioRequest[]) => Setup[]
}

export function createWorldHandle(name: string, parts: HandleParts): LocalWorld {
  const { worlds, plans, setUpAll, observer } = parts
  const entrance = createEntrance(name, worlds, observer)
  return {
    name,
    get: () => entrance.use(showWorld),
    reset: () => resetWorldIn(name, worlds, observer),
    delete: async () => worlds.delete(readWorldName(name)),
    clock: createClockHandle(entrance),
    data: createDataHandle(entrance, parts),
    limits: createLimitsHandle(entrance, plans),
    scenarios: createScenariosHandle(entrance, setUpAll),
    requests: createRequestsHandle(name, parts),
    ...createEventsHandle(name, parts),
    ...createReportHandle(name, parts),
  }
}

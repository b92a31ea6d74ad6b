// Makes the control API refuse wrong bodies in the same words as the library. When a body does not fit the document, the
// library's check of the same call runs first and may throw its Problem. Otherwise the document's sentence is used.

import type { Input } from '../contract/read-request.ts'
import type { ClockChange, Fields, LimitChange } from '../handle/handles.ts'
import { readLimitChange } from '../handle/limit-input.ts'
import { readScenarioRequests } from '../handle/scenario-request-input.ts'
import { readClock, readCollection, readCollections, readFields, readPlan, readSeconds, refuseViolations } from '../handle/world-input.ts'
import { isObject } from '../json/json.ts'
import type { Setup } from '../scenarios/scenario.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { runWithPauses } from '../worlds/pauses.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import type { DataParts } from './world-data.ts'

export interface BodyCheckParts extends DataParts {
  readonly plans: readonly string[]
  readonly setUpAll: (scenarioRequests: readonly ScenarioRequest[]) => Setup[]
}

/** The checks by operationId. A call without a check has no body, or needs only the document. */
export type BodyChecks = Readonly<Record<string, (input: Input) => unknown>>

export const createBodyChecks = ({ plans, collections, checkData, setUpAll }: BodyCheckParts): BodyChecks => ({
  putClock: ({ body }) => readClock(body as ClockChange),
  advanceClock: ({ body }) => isObject(body) && 'seconds' in body && readSeconds(body.seconds as number),
  putLimits: ({ path, body }) => {
    readPlan(String(path.plan), plans)
    readLimitChange(body as LimitChange)
  },
  putData: async ({ body }) => {
    const given = readCollections(body as Snapshot['collections'], collections)
    refuseViolations(await runWithPauses(checkData.withPauses({ collections: given })))
  },
  addItem: ({ path, body }) => {
    readCollection(String(path.collection), collections)
    readFields('the item', body as Fields)
  },
  patchItem: ({ path, body }) => {
    readCollection(String(path.collection), collections)
    readFields('the change', body as Fields)
  },
  putActiveScenarios: ({ body }) => setUpAll(readScenarioRequests(body)),
})

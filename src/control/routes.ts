// Every call of the control API: from the operationId in spec/control.yaml to a function.

import { deleteChoices, getChoices, listAssumptions, putChoices } from './assumptions.ts'
import type { Call } from './call.ts'
import { advanceClock, getClock, putClock } from './clock.ts'
import { addItem, deleteItem, getData, patchItem, putData } from './data.ts'
import { followEvents } from './events.ts'
import { getLimits, putLimits } from './limits.ts'
import { deleteReport, getReport } from './report.ts'
import { deleteRequests, exportRequests, getRequest, listRequests } from './requests.ts'
import { getDocumentAsJson, getDocumentAsYaml, getHealth, getMetrics, listCalls } from './sandbox.ts'
import { deleteActiveScenarios, getActiveScenarios, listScenarios, putActiveScenarios } from './scenarios.ts'
import { createWorld, deleteWorld, getWorld, listWorlds, resetWorld, resetWorlds } from './worlds.ts'

export const routes: Readonly<Record<string, Call>> = {
  listCalls,
  getHealth,
  getMetrics,
  getDocumentAsYaml,
  getDocumentAsJson,
  listAssumptions,
  listScenarios,

  listWorlds,
  resetWorlds,
  getWorld,
  createWorld,
  deleteWorld,
  resetWorld,

  getClock,
  putClock,
  advanceClock,

  getLimits,
  putLimits,

  getData,
  putData,
  addItem,
  patchItem,
  deleteItem,

  getChoices,
  putChoices,
  deleteChoices,

  getActiveScenarios,
  putActiveScenarios,
  deleteActiveScenarios,

  getReport,
  deleteReport,
  getWorldReport: getReport,
  deleteWorldReport: deleteReport,

  listRequests,
  deleteRequests,
  getRequest,
  exportRequests,
  followEvents,
  listWorldRequests: listRequests,
  deleteWorldRequests: deleteRequests,
  getWorldRequest: getRequest,
  exportWorldRequests: exportRequests,
  followWorldEvents: followEvents,
}

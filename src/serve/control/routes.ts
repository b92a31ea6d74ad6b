// Every call of the control API: from the operationId in spec/control.yaml to the function of this name. The files of the subjects
// export nothing but calls.

import * as assumptions from './assumptions.ts'
import type { Call } from './call.ts'
import * as clock from './clock.ts'
import * as data from './data.ts'
import * as events from './events.ts'
import * as limits from './limits.ts'
import * as report from './report.ts'
import * as requests from './requests.ts'
import * as sandbox from './sandbox.ts'
import * as scenarios from './scenarios.ts'
import * as worlds from './worlds.ts'

export const routes: Readonly<Record<string, Call>> = {
  ...sandbox,
  ...worlds,
  ...clock,
  ...limits,
  ...data,
  ...assumptions,
  ...scenarios,
  ...report,
  ...requests,
  ...events,
  // The same functions for one world.
  getWorldReport: report.getReport,
  deleteWorldReport: report.deleteReport,
  listWorldRequests: requests.listRequests,
  deleteWorldRequests: requests.deleteRequests,
  getWorldRequest: requests.getRequest,
  exportWorldRequests: requests.exportRequests,
  followWorldEvents: events.followEvents,
}

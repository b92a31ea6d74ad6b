// Every call of the control API: from the operationId in spec/control.yaml to the function of this name. The files of the subjects
// export nothing but calls.

import type { Call } from './call.ts'
import * as data from './data.ts'
import * as record from './record.ts'
import * as sandbox from './sandbox.ts'
import * as session from './session.ts'
import * as worlds from './worlds.ts'

export const routes: Readonly<Record<string, Call>> = {
  ...sandbox,
  ...worlds,
  ...session,
  ...data,
  ...record,
  // The same functions for one world.
  getWorldReport: record.getReport,
  deleteWorldReport: record.deleteReport,
  listWorldRequests: record.listRequests,
  deleteWorldRequests: record.deleteRequests,
  getWorldRequest: record.getRequest,
  exportWorldRequests: record.exportRequests,
  followWorldEvents: record.followEvents,
}

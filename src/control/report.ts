// The report on the clients, of one world or of all.

import type { Judge } from '../report/judge.ts'
import type { Call } from './call.ts'
import type { ReportHandle } from './handles.ts'
import { readWorldName } from './world-input.ts'

export interface ReportHandleParts {
  readonly judge: Judge
}

/** No world: the clients of all worlds. */
export function createReportHandle(world: string | undefined, { judge }: ReportHandleParts): ReportHandle {
  const name = () => (world === undefined ? undefined : readWorldName(world))
  return {
    report: async () => judge.report(name()),
    clearReport: async () => judge.clear(name()),
  }
}

/** The report of a world outlives the world. */
async function reportOf({ sandbox, path, world, existing }: Parameters<Call>[0]): Promise<ReportHandle> {
  if (path.world === undefined) return sandbox
  const report = await world.report()
  return report.exchanges > 0 ? world : existing()
}

export const getReport: Call = async (request) => (await reportOf(request)).report()

export const deleteReport: Call = async (request) => (await reportOf(request)).clearReport()

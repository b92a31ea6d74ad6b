// The report on the clients of one world or of all worlds.

import { Problem } from '../errors/problem.ts'
import type { ReportHandle } from '../handle/handles.ts'
import { readWorldName } from '../handle/world-input.ts'
import type { Judge } from '../report/judge.ts'
import { describeMissingWorld } from '../text/world-name.ts'
import type { Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'

export interface ReportHandleParts {
  readonly judge: Judge
  readonly worlds: Worlds
}

/** Without a world, the clients of all worlds. A world's report outlives the world, and reading it creates no world. */
export function createReportHandle(world: string | undefined, { judge, worlds }: ReportHandleParts): ReportHandle {
  const name = () => (world === undefined ? undefined : readWorldName(world))
  return {
    report: async () => {
      const report = judge.report(name(), world === undefined || worlds.liveNames.includes(world))
      if (world !== undefined && report.exchanges === 0 && !(await worlds.has(world)))
        throw new Problem('not_found', describeMissingWorld(world))
      return report
    },
    clearReport: async () => judge.clear(name()),
  }
}

export const getReport: Call = ({ subject }) => subject.report()

export const deleteReport: Call = async ({ subject }) => {
  // A report that cannot be read cannot be cleared either, so a missing world is refused here.
  await subject.report()
  await subject.clearReport()
}

// The report on the clients, of one world or of all.

import type { ReportHandle } from '../handle/handles.ts'
import { readWorldName } from '../handle/world-input.ts'
import { Problem } from '../replies/problem.ts'
import type { Judge } from '../report/judge.ts'
import { describeMissingWorld } from '../words/world-name.ts'
import type { Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'

export interface ReportHandleParts {
  readonly judge: Judge
  readonly worlds: Worlds
}

/** No world: the clients of all worlds. The report of a world outlives the world; to ask for one makes none. */
export function createReportHandle(world: string | undefined, { judge, worlds }: ReportHandleParts): ReportHandle {
  const name = () => (world === undefined ? undefined : readWorldName(world))
  return {
    report: async () => {
      const report = judge.report(name())
      if (world !== undefined && report.exchanges === 0 && !(await worlds.has(world)))
        throw new Problem('not_found', describeMissingWorld(world))
      return report
    },
    clearReport: async () => judge.clear(name()),
  }
}

export const getReport: Call = ({ subject }) => subject.report()

export const deleteReport: Call = async ({ subject }) => {
  // What cannot be read cannot be cleared.
  await subject.report()
  await subject.clearReport()
}

// The report on the clients of one world or of all worlds. A world's report outlives the world, and reading it creates no world.

import { applyPolicy } from '../../examine/verdict.ts'
import type { Report } from '../../ground/generated/report.ts'
import { Problem } from '../../ground/problem.ts'
import { describeMissingWorld } from '../../ground/world-name.ts'
import type { Call, ControlRequest } from './call.ts'

export const getReport = async ({ world, query, parts: { judge, worlds } }: ControlRequest): Promise<Report> => {
  const isLive = world === undefined || worlds.liveNames.includes(world)
  const report = judge.report(world, { isLive, haveEnded: query.ended === true })
  if (world !== undefined && report.facts.exchanges === 0 && !(await worlds.has(world)))
    throw new Problem('not_found', describeMissingWorld(world))
  return applyPolicy(report)
}

export const deleteReport: Call = async (request) => {
  // A report that cannot be read cannot be cleared either, so a missing world is refused here.
  await getReport(request)
  request.parts.judge.clear(request.world)
}

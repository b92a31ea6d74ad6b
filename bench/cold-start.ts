// Measures the cold start: the time from spawn to the first 200. Every run starts all targets, one after the other.

import type { Context } from './context.ts'

export const COLD_START = 'cold start'

export async function measureColdStart({ targets, servers, figures, say }: Context, { starts }: { starts: number }): Promise<void> {
  for (let run = 1; run <= starts; run += 1) {
    for (const target of targets) {
      if (figures.hasFailed(target.name, COLD_START)) continue
      say(`cold start ${run} of ${starts}`, target.name)
      try {
        const server = await servers.start(target)
        figures.add(target.name, COLD_START, server.readyAfter)
        await server.stop()
      } catch (error) {
        figures.fail(target.name, COLD_START, error)
      }
    }
  }
}

// Measures the resident memory after the start, and after every tenth of a load of GET one. So the report shows whether the
// memory grows.

import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTIONS } from './cases.ts'
import type { Context } from './context.ts'
import type { Server } from './servers.ts'
import type { Target } from './targets.ts'

export const MEMORY = {
  start: 'memory after start',
  load: 'memory after load',
  early: 'memory, tenths 3 to 5',
  late: 'memory, tenths 8 to 10',
  requests: 'requests of the load',
  tenth: (tenth: number) => `memory, tenth ${tenth}`,
} as const

const QUIET_MS = 1000
const TENTHS = 10
/** A slow target answers fewer requests in this time. The report shows the number beside the figure. */
const TENTH_SECONDS = 60

export async function measureMemory(context: Context, { runs, requests }: { runs: number; requests: number }): Promise<void> {
  const { targets, servers, figures, say } = context
  for (let run = 1; run <= runs; run += 1) {
    for (const target of targets) {
      if (figures.hasFailed(target.name, MEMORY.load)) continue
      say(`memory, run ${run} of ${runs}`, target.name)
      let server: Server | undefined
      try {
        server = await servers.start(target)
        await sampleLoad(target, server, context, requests)
      } catch (error) {
        figures.fail(target.name, MEMORY.load, error)
      }
      await server?.stop()
    }
  }
}

async function sampleLoad(target: Target, server: Server, { figures, load }: Context, requests: number): Promise<void> {
  const samples: number[] = []
  const sample = (what: string) => {
    const memory = server.memory()
    if (memory === undefined) return
    figures.add(target.name, what, memory)
    samples.push(memory)
  }
  await sleep(QUIET_MS)
  sample(MEMORY.start)
  const url = `${server.url}${target.pets}/7`
  const amount = Math.ceil(requests / TENTHS)
  let sent = 0
  for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
    const tenthOfLoad = { url, headers: target.headers, expected: 200, connections: CONNECTIONS, seconds: TENTH_SECONDS, amount }
    sent += (await load.run(tenthOfLoad)).replies
    sample(MEMORY.tenth(tenth))
  }
  sample(MEMORY.load)
  figures.add(target.name, MEMORY.requests, sent)
  // A single sample depends on the garbage collector, so each figure is the median of three samples.
  const middle = (from: number, to: number) => samples.slice(from, to + 1).sort((a, b) => a - b)[1]
  for (const [what, value] of [
    [MEMORY.early, middle(3, 5)],
    [MEMORY.late, middle(8, 10)],
  ] as const)
    if (value !== undefined) figures.add(target.name, what, value)
}

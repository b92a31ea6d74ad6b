// Measures the cold start: of a server, the time from spawn to the first 200; of the library, the time of a whole process that starts a
// server, asks it once and closes it. Every run starts all targets, one after the other.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Context } from './context.ts'
import { BASELINE, ROOT, SANDBOX } from './targets.ts'

export const COLD_START = 'cold start'
export const LIBRARY = 'library'

export async function measureColdStart({ targets, servers, cores, figures, say }: Context, { starts }: { starts: number }): Promise<void> {
  for (let run = 0; run <= starts; run += 1) {
    // The first run warms up the files, and Node.js writes its compile cache.
    const step = run === 0 ? 'warm-up' : `${run} of ${starts}`
    for (const target of targets)
      await measure(target.name, COLD_START, step, async () => {
        const server = await servers.start(target)
        await server.stop()
        return server.readyAfter
      })
    for (const { name } of [BASELINE, SANDBOX]) await measure(name, LIBRARY, step, () => runLibrary(name, cores.prefix))
  }

  async function measure(target: string, what: string, step: string, act: () => Promise<number>): Promise<void> {
    if (figures.hasFailed(target, what)) return
    say(`${what} ${step}`, target)
    try {
      const milliseconds = await act()
      if (step !== 'warm-up') figures.add(target, what, milliseconds)
    } catch (error) {
      figures.fail(target, what, error)
    }
  }
}

/** The milliseconds of the whole process, by the clock. */
async function runLibrary(name: string, prefix: readonly string[]): Promise<number> {
  const [command = '', ...args] = [...prefix, process.execPath, join(ROOT, 'bench', 'library.js'), name]
  const started = performance.now()
  const child = spawn(command, args, { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the process ended with ${code}`)
  return performance.now() - started
}

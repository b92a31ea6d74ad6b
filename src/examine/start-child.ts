// Starts a client in a process group of its own. The group ends with the client, and is killed at the end of this process.

import type { ChildProcess, StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'
import { messageOf, StartError } from '../ground/problem.ts'

/** The time of processes that the client leaves behind, before they are killed. */
const LEFTOVERS_MS = 1000

export const isWindows = process.platform === 'win32'

const living = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of living) signalGroup(child, 'SIGKILL')
})

export type Child = Readonly<ReturnType<typeof startChild>>

export function startChild([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions) {
  let child: ChildProcess
  try {
    child = spawn(program, args, { stdio, env, detached: !isWindows })
  } catch (error) {
    throw describeFailure(program, error)
  }
  living.add(child)
  const failed = (error: unknown) => Promise.reject(describeFailure(program, error))
  const ended = once(child, 'exit').then(([code, signal]) => endLeftovers(child).then(() => codeOf(code, signal)), failed)
  return {
    // Resolves when the client and its group have ended, with the code that a shell would give. Rejects with a StartError when the client
    // cannot be started.
    ended: ended.finally(() => living.delete(child)),
    // What the client writes, when `stdio` makes pipes.
    streams: [child.stdout, child.stderr].filter((stream) => stream !== null),
    signalGroup: (signal: NodeJS.Signals | 0) => signalGroup(child, signal),
  }
}

/** 128 + n after signal n. */
export const codeOf = (code: number | null, signal: NodeJS.Signals | null) =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/** The codes of shells: 127 for a command that does not exist, 126 for a file that is no program. */
function describeFailure(program: string, error: unknown): StartError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartError(`${program}: there is no such command`, 127)
  return new StartError(`${program}: cannot be started: ${messageOf(error)}`, 126)
}

/** Ends the processes that the client left behind. They would keep the streams open, and CI would wait for them. */
async function endLeftovers(child: ChildProcess): Promise<void> {
  if (isWindows || !signalGroup(child, 'SIGTERM')) return
  for (let waited = 0; waited < LEFTOVERS_MS; waited += 20) {
    await sleep(20)
    if (!signalGroup(child, 0)) return
  }
  signalGroup(child, 'SIGKILL')
}

/** Returns whether the group still has a process. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  // Windows has no process groups, but taskkill /t ends a process with all its children.
  if (isWindows) return spawn.sync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).status === 0
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

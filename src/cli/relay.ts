// Runs a client as a child process, and passes every signal on to it. The client has a process group of its own. When the
// client has ended, the relay ends all other processes of the group.

import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'
import { messageOf } from '../errors/problem.ts'

export interface Relay {
  /** Runs the command with the streams of this process, and resolves with the exit code that a shell would give. */
  run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended>
  /** Removes the listeners, so that signals reach this process as before. */
  stop(): void
}

export interface Ended {
  /** 128 + n after signal n; 127 when there is no such command; 126 when the command cannot be started. */
  readonly exitCode: number
  /** Why the command could not be started. */
  readonly complaint?: string
}

type Signals = Pick<NodeJS.Process, 'on' | 'off'>

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const PLAIN = ['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'] as const

/** After a second ending signal, the client has this much time before it is killed. */
const FORCE_AFTER_MS = 3000
/** Processes that the client leaves behind have this much time before they are killed. */
const LEFTOVERS_MS = 1000

const isWindows = globalThis.process.platform === 'win32'

/** From now on signals go to the client. A signal that comes before the client starts ends the run. */
export function createRelay(process: Signals): Relay {
  let child: ChildProcess | undefined
  let ending: NodeJS.Signals | undefined
  let force: NodeJS.Timeout | undefined

  const listeners: [signal: NodeJS.Signals, listener: () => void][] = ENDING.map((signal) => [signal, () => end(signal)])
  if (!isWindows) {
    for (const signal of PLAIN) listeners.push([signal, () => child?.kill(signal)])
    listeners.push(['SIGTSTP', pause], ['SIGCONT', () => signalGroup(child, 'SIGCONT')])
  }

  function end(signal: NodeJS.Signals): void {
    if (ending !== undefined && child !== undefined) force ??= setTimeout(() => signalGroup(child, 'SIGKILL'), FORCE_AFTER_MS)
    ending ??= signal
    // The console of Windows sends Ctrl-C to the client itself.
    if (!isWindows || signal === 'SIGTERM') child?.kill(signal)
  }

  /** SIGTSTP would not stop the group of the client, because the group is in another session. */
  function pause(): void {
    signalGroup(child, 'SIGSTOP')
    globalThis.process.kill(globalThis.process.pid, 'SIGSTOP')
  }

  const killAtExit = () => signalGroup(child, 'SIGKILL')
  for (const [signal, listener] of listeners) process.on(signal, listener)
  process.on('exit', killAtExit)

  return {
    async run([program = '', ...args], env) {
      if (ending !== undefined) return { exitCode: codeOf(null, ending), complaint: `${ending} came before ${program} was started` }
      try {
        child = spawn(program, args, { stdio: 'inherit', env, detached: !isWindows })
        const exitCode = await whenEnded(child)
        clearTimeout(force)
        await endLeftovers(child)
        return { exitCode }
      } catch (error) {
        return describeFailure(program, error)
      } finally {
        child = undefined
      }
    },
    stop() {
      clearTimeout(force)
      for (const [signal, listener] of listeners) process.off(signal, listener)
      process.off('exit', killAtExit)
    },
  }
}

function whenEnded(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => child.pid === undefined && reject(error))
    child.on('exit', (code, signal) => resolve(codeOf(code, signal)))
  })
}

const codeOf = (code: number | null, signal: NodeJS.Signals | null) => code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/** The codes of shells: 127 for a command that does not exist, 126 for a file that is no program. */
function describeFailure(program: string, error: unknown): Ended {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { exitCode: 127, complaint: `${program}: there is no such command` }
  return { exitCode: 126, complaint: `${program}: cannot be started: ${messageOf(error)}` }
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

/** Sends a signal to the group of the client. Returns whether the group still has a process. */
function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals | 0): boolean {
  if (child?.pid === undefined) return false
  // Windows has no process groups, but taskkill /t ends a process with all its children.
  if (isWindows) return spawn.sync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).status === 0
  try {
    return globalThis.process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

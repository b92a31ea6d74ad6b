// Runs a client as a child process that gets every signal this process gets. Nothing of it stays behind: it has a process
// group of its own, and what is left of the group when the client has ended is ended too.

import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'
import { messageOf } from '../replies/problem.ts'

export interface Relay {
  /** Runs the command with inherited streams, and resolves with its exit code as shells give it. */
  run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended>
  /** Signals do to this process what they did before. */
  stop(): void
}

export interface Ended {
  /** 128 + n after signal n; 127 where there is no such command, 126 where it cannot be started. */
  readonly exitCode: number
  /** Why it could not be started. */
  readonly complaint?: string
}

type Signals = Pick<NodeJS.Process, 'on' | 'off'>

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const PLAIN = ['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH'] as const

/** After the second signal that ends, the client has so long. */
const FORCE_AFTER_MS = 3000
/** So long have the processes that the client leaves behind. */
const LEFTOVERS_MS = 1000

const isWindows = globalThis.process.platform === 'win32'

/** From now on signals go to the client; those that come before there is one end the run. */
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
    // The console of Windows has told the client already.
    if (!isWindows || signal === 'SIGTERM') child?.kill(signal)
  }

  /** The group is of another session, so SIGTSTP would not stop it. */
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

/** What shells do: 127 for a command that is not there, 126 for a file that is no program. */
function describeFailure(program: string, error: unknown): Ended {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { exitCode: 127, complaint: `${program}: there is no such command` }
  return { exitCode: 126, complaint: `${program}: cannot be started: ${messageOf(error)}` }
}

/** Ends what the client started and left behind: it would hold the streams, and CI would wait for it. */
async function endLeftovers(child: ChildProcess): Promise<void> {
  if (isWindows || !signalGroup(child, 'SIGTERM')) return
  for (let waited = 0; waited < LEFTOVERS_MS; waited += 20) {
    await sleep(20)
    if (!signalGroup(child, 0)) return
  }
  signalGroup(child, 'SIGKILL')
}

/** Whether there was anybody to get it. */
function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals | 0): boolean {
  if (child?.pid === undefined) return false
  // Windows has no groups, but it knows who started whom.
  if (isWindows) return spawn.sync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).status === 0
  try {
    return globalThis.process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

// Runs test files in the copy, one at a time, in a process of its own (worker.ts) that is killed when a test does not end.

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Copy } from './copy.ts'

/** What the worker is asked for. */
export interface Request {
  readonly test: string
  /** The files that changed since the last request. */
  readonly changed: readonly string[]
  /** Goes on after a failure. */
  readonly toTheEnd: boolean
}

/** What it answers; `ready` comes once, at its start. */
export type Answer = { readonly ready: true } | Outcome

export interface Outcome {
  readonly passed: boolean
  /** The tests that ran and were not skipped. */
  readonly ran: number
  readonly ms: number
  /** The first failure: the title of its test, or why the file could not run. */
  readonly failure?: string
}

export interface TestRunner {
  /** Runs one test file, up to its first failure or to the end. */
  run(test: string, limitMs: number, options?: { readonly toTheEnd?: boolean }): Promise<Outcome>
  /** Says that a file of the copy is not what it was. */
  change(file: string): void
  /** The next run starts a new process. */
  stop(): Promise<void>
  /** Stops for good: a run that is under way never resolves. */
  close(): Promise<void>
}

export function createTestRunner(copy: Copy): TestRunner {
  let worker: ChildProcess | undefined
  let isClosed = false
  const changed = new Set<string>()

  async function startWorker(): Promise<ChildProcess> {
    const env = { ...process.env, TMPDIR: join(copy.directory, 'tmp'), NO_COLOR: '1', FORCE_COLOR: '0' }
    // It leads a process group, so that it ends with all that its tests started, and a Ctrl-C comes to this process alone.
    const child = fork(join(copy.directory, 'test/mutation/worker.ts'), {
      cwd: copy.directory,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env,
    })
    worker = child
    await next(child)
    return child
  }

  async function stop(): Promise<void> {
    const child = worker
    worker = undefined
    if (child?.pid === undefined) return
    const gone = child.exitCode === null && child.signalCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    await gone
  }

  return {
    change: (file) => changed.add(file),
    async run(test, limitMs, { toTheEnd = false } = {}) {
      const child = worker ?? (await startWorker())
      const start = Date.now()
      const { promise: late, resolve } = Promise.withResolvers<Outcome>()
      const timer = setTimeout(
        () => resolve({ passed: false, ran: 0, ms: limitMs, failure: `did not end in ${limitMs / 1000} s` }),
        limitMs,
      )
      child.send({ test, changed: [...changed], toTheEnd } satisfies Request)
      changed.clear()
      const died = (error: Error): Outcome => ({ passed: false, ran: 0, ms: Date.now() - start, failure: error.message })
      const answer = next(child).catch(died)
      const outcome = await Promise.race([answer as Promise<Outcome>, late])
      clearTimeout(timer)
      if (isClosed) return new Promise(() => {})
      if (outcome.ran === 0 && !outcome.passed) await stop()
      return outcome
    },
    stop,
    close: () => {
      isClosed = true
      return stop()
    },
  }
}

/** The next message of a worker; rejects when it ends without one. */
function next(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('the process of the tests ended'))
    child.once('exit', end)
    child.once('message', (message) => {
      child.off('exit', end)
      resolve(message as Answer)
    })
  })
}

// Runs test files in the copy, in a process of its own (worker.ts) that is killed when a test does not end.

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Copy } from './copy.ts'

/** What the worker is asked for. */
export interface Request {
  readonly tests: readonly string[]
  /** The files that changed since the last request. */
  readonly changed: readonly string[]
  /** Goes on after a failure. */
  readonly toTheEnd: boolean
}

export interface Outcome {
  readonly passed: boolean
  /** How many tests ran and were not skipped. */
  readonly ran: number
  readonly ms: number
  /** The first failure: the file and the title of the test, or why it could not run. */
  readonly failure?: string
}

/** What the worker says: that it is ready, that a test has ended, and at last how the tests ended. */
export type Answer = { readonly alive: true } | Outcome

export interface TestRunner {
  /** Runs test files in this order, up to the first failure or to the end. A test that takes longer than the limit fails. */
  run(tests: readonly string[], limitMs: number, options?: { readonly toTheEnd?: boolean }): Promise<Outcome>
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
    const env = { ...process.env, TMPDIR: copy.temporary, TEST_SOURCES: '1', NO_COLOR: '1', FORCE_COLOR: '0' }
    // It leads a process group, so that it ends with all that its tests started, and a Ctrl-C comes to this process alone.
    const child = fork(join(copy.directory, 'test/mutation/worker.ts'), {
      cwd: copy.directory,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env,
    })
    worker = child
    await new Promise((resolve) => child.once('message', resolve).once('exit', resolve))
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
    async run(tests, limitMs, { toTheEnd = false } = {}) {
      const child = worker ?? (await startWorker())
      const answer = awaitOutcome(child, limitMs)
      child.send({ tests, changed: [...changed], toTheEnd } satisfies Request)
      changed.clear()
      const outcome = await answer
      if (isClosed) return new Promise(() => {})
      if (outcome.isDead) await stop()
      return outcome
    },
    stop,
    close: () => {
      isClosed = true
      return stop()
    },
  }
}

/** Waits for the outcome. Without a word of the worker for so long, or when it is gone, the tests have failed. */
function awaitOutcome(child: ChildProcess, limitMs: number): Promise<Outcome & { isDead?: boolean }> {
  const { promise, resolve } = Promise.withResolvers<Outcome & { isDead?: boolean }>()
  const start = Date.now()
  const die = (failure: string) => resolve({ passed: false, ran: 0, ms: Date.now() - start, failure, isDead: true })
  const onExit = () => die('the process of the tests ended')
  const timer = setTimeout(() => die(`no test ended for ${Math.round(limitMs / 1000)} s`), limitMs)
  const onMessage = (answer: Answer) => {
    timer.refresh()
    if (!('alive' in answer)) resolve(answer)
  }
  child.on('exit', onExit).on('message', onMessage)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('exit', onExit).off('message', onMessage)
  })
}

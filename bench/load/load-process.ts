// Starts the load generator for the bench, gives it one load after the other, and turns the outcome of a load into figures or into
// an error that counts the wrong replies.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Job, Outcome } from './generator.ts'

interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of a POST; without a body the load is GET. */
  readonly body?: string
  readonly expected: number
  readonly connections: number
  readonly seconds: number
  /** The load ends early after this many replies. */
  readonly amount?: number
}

interface LoadFigures {
  readonly replies: number
  readonly perSecond: number
  readonly latency: Outcome['latency']
  /** The part of the time in which the load generator was computing. Near 1, the generator limits the rate, not the server. */
  readonly busy: number
}

/** Extra time for the connections, and for the message with the outcome. */
const EXTRA_MS = 10_000

export class LoadProcess {
  #child: ChildProcess | undefined

  /** Rejects when no reply came, when a reply had an unexpected status, and when a connection failed. */
  async run(load: Load): Promise<LoadFigures> {
    const { pathname, search, port } = new URL(load.url)
    const outcome = await this.#ask({ ...load, port: Number(port), path: pathname + search })
    const replies = outcome.statuses[load.expected] ?? 0
    const fault = findViolation(outcome, load.expected)
    if (fault) throw new Error(fault)
    return { replies, perSecond: replies / outcome.seconds, latency: outcome.latency, busy: outcome.busy }
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  /** One process makes all loads, so that its code is warm. */
  async #ask(job: Job): Promise<Outcome> {
    this.#child ??= fork(join(import.meta.dirname, 'process.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const child = this.#child
    const abort = new AbortController()
    const limit = AbortSignal.timeout(job.seconds * 1000 + EXTRA_MS)
    try {
      const answered = once(child, 'message', { signal: AbortSignal.any([limit, abort.signal]) })
      const exited = once(child, 'exit', { signal: abort.signal }).then(() => [{ error: 'the load generator ended' }])
      child.send(job)
      const [answer] = (await Promise.race([answered, exited])) as [{ outcome?: Outcome; error?: string }]
      if (!answer.outcome) throw new Error(answer.error)
      return answer.outcome
    } catch (error) {
      this.stop()
      throw limit.aborted ? new Error(`the load did not end within ${job.seconds} seconds`) : error
    } finally {
      abort.abort()
    }
  }
}

function findViolation({ statuses, error, seconds }: Outcome, expected: number): string | undefined {
  const counts = Object.entries(statuses)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const wrong = counts
    .filter(([status]) => Number(status) !== expected)
    .map(([status, count]) => `${count} of ${all} replies were ${status}, not ${expected}`)
  const faults = [
    ...wrong,
    ...(error === undefined ? [] : [`after ${all} replies: ${error}`]),
    ...(all === 0 && error === undefined ? [`no reply in ${seconds.toFixed(1)} seconds`] : []),
  ]
  return faults.length === 0 ? undefined : faults.join(', ')
}

// Plays a test suite against a sandbox over real HTTP, and tells what the report says of it. The rules judge real time, so the clock of
// the process stands still and moves by the waits of the suite. Only `npm run bench -- judge --suites` waits in real time.

import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SuiteRun } from '../../bench/judge/play-suites.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import type { SandboxOptions } from '../../src/options/generated/sandbox-options.ts'
import type { Sandbox } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'
import { stopClock } from '../support/still-clock.ts'
import { checkFindings, checkReport } from './rules/standing.ts'

export interface Ask {
  readonly method?: string
  readonly body?: unknown
  readonly key?: string | null
  readonly agent?: string
  readonly prefix?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export interface Suite {
  readonly sandbox: Sandbox
  /** Resolves with the status; 0 without a whole reply. */
  readonly call: (path?: string, ask?: Ask) => Promise<number>
  /** Sends the call again until it succeeds, or until this many calls. Waits as long as `pause` says. */
  readonly retry: (path: string, ask: Ask, calls: number, pause?: (index: number) => number) => Promise<number[]>
  /** Sends a call that gets no reply, and leaves after this many milliseconds. */
  readonly leave: (path: string, ask: Ask, ms: number) => Promise<void>
  /** Lets the client wait, by the clock of the process: the report judges no wait that a test made with the clock of a world. */
  readonly wait: (ms: number) => Promise<void>
  readonly times: (count: number, act: (index: number) => Promise<unknown>) => Promise<void>
}

export const REX = { name: 'Rex', categoryId: 1 }
export const scenario = (text: string) => ({ 'sandbox-scenario': text })

export async function playSuite(play: (suite: Suite) => Promise<unknown>, options?: SandboxOptions): Promise<Report> {
  using clock = process.env.SUITE_LOG === undefined ? stopClock() : undefined
  const wait = async (ms: number) => (clock ? clock.wait(ms) : sleep(Math.max(0, ms)))
  const sandbox = await start(options)
  const key = sandbox.key('free', 'w1')

  async function call(
    path = '/pets',
    { method = 'GET', body, key: own = key, agent = 'shop/1.0', prefix = '', headers = {}, signal }: Ask = {},
  ) {
    const url = `${sandbox.origin}${prefix}/v1${path}`
    try {
      const response = await fetch(url, {
        method: body !== undefined && method === 'GET' ? 'POST' : method,
        headers: {
          'user-agent': agent,
          ...(own === null ? {} : { authorization: `Bearer ${own}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  async function retry(path: string, ask: Ask, calls: number, pause = (_index: number) => 0) {
    const statuses: number[] = []
    while (statuses.length < calls) {
      if (statuses.length > 0) await wait(pause(statuses.length))
      const status = await call(path, ask)
      statuses.push(status)
      if (status > 0 && status < 400) break
    }
    return statuses
  }

  async function leave(path: string, ask: Ask, ms: number) {
    const patience = new AbortController()
    const count = (await sandbox.requests.list()).length + 1
    const called = call(path, { ...ask, signal: patience.signal })
    await expect.poll(async () => (await sandbox.requests.list()).length).toBe(count)
    await wait(ms)
    patience.abort()
    expect(await called).toBe(0)
    await untilClosed(sandbox)
  }

  async function times(count: number, act: (index: number) => Promise<unknown>) {
    for (let index = 0; index < count; index += 1) await act(index)
  }

  await play({ sandbox, call, retry, leave, wait, times })
  await untilClosed(sandbox)
  const report = checkReport(await sandbox.report())
  checkFindings(report)
  return noteRun(report)
}

/** The sandbox notices a moment later that a client has left. */
const untilClosed = (sandbox: Sandbox) =>
  expect.poll(async () => (await sandbox.requests.list()).filter(({ closed }) => closed === undefined)).toEqual([])

/** How often each suite runs. `npm run bench -- judge --suites` plays them again and again, and reads what each run came to. */
export const REPEATS = { repeats: Number(process.env.SUITE_RUNS ?? 1) - 1 }

function noteRun(report: Report): Report {
  const { SUITE_LOG } = process.env
  if (SUITE_LOG === undefined) return report
  const failed = failing(report)
  const advised = report.rules.filter(({ verdict }) => verdict === 'advised').map(({ rule }) => rule)
  const run: SuiteRun = { suite: expect.getState().currentTestName ?? '', verdict: report.verdict, failed, advised }
  appendFileSync(SUITE_LOG, `${JSON.stringify(run)}\n`)
  return report
}

/** The rules that fail a client. */
export const failing = ({ rules }: Report) => rules.filter(({ verdict }) => verdict === 'broken').map(({ rule }) => rule)

// Runs each target as a process of its own: starts it in an empty folder, waits for the first 200, and ends it by its id.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPort } from '../test/support/machines.ts'
import { readProcessorTime } from './processor-time.ts'
import type { Target } from './targets.ts'

export interface Server {
  readonly url: string
  /** Milliseconds from spawn to the first 200. */
  readonly readyAfter: number
  /** The resident memory in MiB; undefined outside Linux. */
  memory(): number | undefined
  /** The microseconds of processor time since the start; undefined outside Linux. */
  processorTime(): number | undefined
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

const POLL_MS = 3
const REPLY_MS = 30_000
const START_MS = 60_000
const STOP_MS = 5000

export class Servers {
  readonly #root: string
  readonly #prefix: readonly string[]
  readonly #running = new Set<ChildProcess>()

  /** `prefix` comes before the command of every server. */
  constructor(root: string, prefix: readonly string[] = []) {
    this.#root = root
    this.#prefix = prefix
  }

  /** Resolves when GET of the first pet has answered 200. Rejects with an error of one line when it never does. */
  async start(target: Target, options: { size?: number; log?: boolean; port?: number } = {}): Promise<Server> {
    const { size, log = false, port = await findPort() } = options
    const directory = await mkdtemp(join(this.#root, 'server-'))
    const args = await target.prepare({ directory, port, size, log })
    const started = performance.now()
    const errors = `${directory}.stderr`
    const child = this.#spawn(args, directory, errors, log, target.env)
    const stop = () => this.#stop(child, [directory, errors])
    const url = `http://127.0.0.1:${port}`
    try {
      await waitForOk(`${url}${target.pets}/1`, target, child)
    } catch (error) {
      const said = /^.*Error: .*$/m.exec(readFileSync(errors, 'utf8'))?.[0]
      await stop()
      throw new Error(`${(error as Error).message}${said ? `: ${said}` : ''}`)
    }
    const readyAfter = performance.now() - started
    const { pid } = child
    return {
      url,
      readyAfter,
      stop,
      memory: () => readMemory(pid),
      processorTime: () => readProcessorTime(pid),
      signal: (name) => child.kill(name),
    }
  }

  /** For an interrupt, when there is no time to wait. */
  killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }

  /** Without `log`, the output of the server is thrown away. All servers run as in production. */
  #spawn(args: string[], cwd: string, errors: string, log: boolean, own: Target['env']): ChildProcess {
    const env = { ...process.env, NODE_ENV: 'production', ...own }
    const stderr = openSync(errors, 'w')
    const [command = process.execPath, ...rest] = [...this.#prefix, process.execPath, ...args]
    const child = spawn(command, rest, { cwd, env, stdio: ['ignore', log ? 'pipe' : 'ignore', stderr] })
    closeSync(stderr)
    child.stdout?.resume()
    this.#running.add(child)
    return child
  }

  async #stop(child: ChildProcess, leftovers: readonly string[]): Promise<void> {
    if (!hasEnded(child)) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      child.kill('SIGTERM')
      await ended
      clearTimeout(impatience)
    }
    this.#running.delete(child)
    for (const leftover of leftovers) await rm(leftover, { recursive: true, force: true })
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function waitForOk(url: string, { name, headers }: Target, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS
  let status: number | undefined
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`${name} ended before it answered, with ${child.exitCode ?? child.signalCode}`)
    status = await statusOf(url, headers)
    if (status === 200) return
    await sleep(POLL_MS)
  }
  throw new Error(`${name} gave no 200 within ${START_MS / 1000} seconds; the last reply was ${status ?? 'none'}`)
}

/** The status of a reply over a connection of its own; undefined while nobody answers. */
export function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, headers, timeout: REPLY_MS }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

function readMemory(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
}

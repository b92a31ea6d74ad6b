// Runs one good client during an attack, and watches the memory of the server.

import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../servers.ts'

export interface Watched {
  /** How long each call took, in milliseconds. */
  readonly waits: readonly number[]
  /** Calls without a reply of status 200. */
  readonly failures: number
  /** The resident memory in MiB; undefined outside Linux. */
  readonly memory: { readonly before: number; readonly peak: number; readonly minutes: readonly number[] } | undefined
}

const EVERY_MS = 50
const MINUTE_MS = 60_000

export function watch(server: Server, url: string, headers: Readonly<Record<string, string>>): { end(): Promise<Watched> } {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  const minutes: number[] = []
  let failures = 0
  let isOver = false
  const memory = () => Math.round(server.memory() ?? 0)
  const before = memory()
  let peak = before

  async function ask(): Promise<void> {
    const began = performance.now()
    while (!isOver) {
      const asked = performance.now()
      if ((await statusOf(url, headers, agent)) !== 200) failures += 1
      waits.push(performance.now() - asked)
      peak = Math.max(peak, memory())
      if (performance.now() - began > MINUTE_MS * (minutes.length + 1)) minutes.push(memory())
      await sleep(EVERY_MS)
    }
  }

  const asking = ask()
  return {
    async end() {
      isOver = true
      await asking
      agent.destroy()
      return { waits, failures, memory: before === 0 ? undefined : { before, peak, minutes } }
    },
  }
}

function statusOf(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers, timeout: 30_000 }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

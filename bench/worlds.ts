// Measures the cost of worlds: the first request to a new world, the memory of a thousand worlds, and a start with many kept worlds.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTIONS } from './cases.ts'
import type { Context } from './context.ts'
import type { Server } from './servers.ts'
import { KEY, SANDBOX } from './targets.ts'

export const WORLDS = {
  first: 'first request to a new world',
  old: 'request to an old world',
  one: 'memory with one world',
  thousand: 'memory with 1,000 worlds',
  startFew: 'cold start with one kept world',
  startMany: 'cold start with 20,000 kept worlds',
} as const

const NEW_WORLDS = 400
const MANY = 1000
const KEPT = 20_000
const QUIET_MS = 1000

/** The file of a world, as the sandbox writes it. Each kept world is a copy of it. */
const WORLD = `{"nextIds":{"pets":16,"orders":6},"collections":{"pets":[${Array.from(
  { length: 15 },
  (_, index) => `{"id":${index + 1},"name":"Rex","categoryId":1,"status":"available"}`,
).join()}],"orders":[]}}`

export async function measureWorlds(context: Context, { runs }: { runs: number }): Promise<void> {
  const parts: [string, () => Promise<void>][] = [
    [WORLDS.first, () => measureFirstRequests(context)],
    [WORLDS.thousand, () => measureMemoryOfWorlds(context)],
    [WORLDS.startMany, () => measureStarts(context)],
  ]
  for (let run = 1; run <= runs; run += 1)
    for (const [what, measure] of parts) {
      if (context.figures.hasFailed(SANDBOX.name, what)) continue
      context.say(`worlds, run ${run} of ${runs}`, what)
      await measure().catch((error) => context.figures.fail(SANDBOX.name, what, error))
    }
}

/** Calls a new world and an old world in turns, over one connection. */
async function measureFirstRequests({ servers, figures }: Context): Promise<void> {
  const server = await servers.start(SANDBOX)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const times: Record<string, number[]> = { [WORLDS.first]: [], [WORLDS.old]: [] }
    // The first calls are not measured: they warm up the code.
    for (let index = -WARM_UP; index < NEW_WORLDS; index += 1) {
      const fresh = await timeOf(server, agent, `${KEY}_n${index + WARM_UP}`)
      const old = await timeOf(server, agent, KEY)
      if (index < 0) continue
      times[WORLDS.first]?.push(fresh)
      times[WORLDS.old]?.push(old)
    }
    for (const [what, values] of Object.entries(times)) figures.add(SANDBOX.name, what, medianOf(values))
  } finally {
    agent.destroy()
    await server.stop()
  }
}

const WARM_UP = 100

/** Milliseconds from the request to the end of its reply. */
function timeOf({ url }: Server, agent: Agent, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    get(`${url}${SANDBOX.pets}/7`, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`the status was ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}

/** Sends the same number of requests to one world as to a thousand worlds, so that only the number of worlds differs. */
async function measureMemoryOfWorlds({ servers, figures, load }: Context): Promise<void> {
  for (const [what, worlds] of [
    [WORLDS.one, 1],
    [WORLDS.thousand, MANY],
  ] as const) {
    const server = await servers.start(SANDBOX)
    try {
      // Some memory grows with the first requests. This load makes it grow before the measurement.
      await load.run({
        url: `${server.url}${SANDBOX.pets}/7`,
        headers: SANDBOX.headers,
        expected: 200,
        connections: CONNECTIONS,
        seconds: 2,
      })
      for (let at = 0; at < MANY; at += CONNECTIONS)
        await Promise.all(Array.from({ length: Math.min(CONNECTIONS, MANY - at) }, (_, index) => visit(server, (at + index) % worlds)))
      await sleep(QUIET_MS)
      const memory = server.memory()
      if (memory !== undefined) figures.add(SANDBOX.name, what, memory)
    } finally {
      await server.stop()
    }
  }
}

async function visit({ url }: Server, world: number): Promise<void> {
  const response = await fetch(url + SANDBOX.pets, { headers: { authorization: `Bearer ${KEY}_w${world}` } })
  if (response.status !== 200) throw new Error(`the status was ${response.status}`)
  await response.text()
}

/** The two kinds of start take turns. Their directories are written before, so that no start waits for the disk. */
async function measureStarts({ servers, figures }: Context): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-kept-'))
  try {
    const kinds = [
      [WORLDS.startFew, writeKept(root, 1)],
      [WORLDS.startMany, writeKept(root, KEPT)],
    ] as const
    for (let start = 1; start <= STARTS; start += 1)
      for (const [what, data] of kinds) {
        const server = await servers.start({ ...SANDBOX, prepare: ({ port }) => withData(data, port) })
        figures.add(SANDBOX.name, what, server.readyAfter)
        await server.stop()
      }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const STARTS = 6

/** Writes this many worlds into a data directory, and returns its path. */
function writeKept(root: string, worlds: number): string {
  const directory = join(root, String(worlds))
  mkdirSync(directory)
  for (let index = 0; index < worlds; index += 1) writeFileSync(join(directory, `w${index}.json`), WORLD)
  return directory
}

const withData = (directory: string, port: number) => SANDBOX.prepare({ directory, port, size: undefined, log: false })

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

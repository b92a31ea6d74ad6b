// Replies a second. Every round goes through all cases, each for all targets one after the other, so that a noisy
// machine is noisy for each.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from './figures.ts'
import { runLoad } from './load.ts'
import { type Server, type Servers, statusOf } from './servers.ts'
import { KEY, type Target } from './targets.ts'

interface Case {
  readonly name: string
  readonly request: 'one' | 'list' | 'create'
  /** Pets stored at its beginning. */
  readonly size: number
  readonly expected: number
  readonly headers?: Readonly<Record<string, string>>
  readonly log?: boolean
}

export interface SpeedOptions {
  readonly rounds: number
  readonly seconds: number
  readonly say: (text: string) => void
}

export const COMMON: readonly Case[] = [
  { name: 'GET one', request: 'one', size: 100, expected: 200 },
  { name: 'list of 20', request: 'list', size: 100, expected: 200 },
  { name: 'create at 100', request: 'create', size: 100, expected: 201 },
  { name: 'create at 10,000', request: 'create', size: 10_000, expected: 201 },
  { name: 'create at 100,000', request: 'create', size: 100_000, expected: 201 },
]
/** What only the sandbox does. */
const OWN: readonly Case[] = [
  { name: 'GET one, log in a pipe', request: 'one', size: 100, expected: 200, log: true },
  { name: 'forced 429', request: 'one', size: 100, expected: 429, headers: { 'sandbox-scenario': 'rate-limited;retry-after=5' } },
]
const NEW_PET = '{"name":"Rex","categoryId":1,"status":"available"}'
const WARM_UP_SECONDS = 1
/** What a server still has to do after its state was restored. */
const QUIET_MS = 600

/** A first round is for warming up. Servers stay up between rounds, but for those that can only begin anew. */
export async function measureSpeed(targets: readonly Target[], servers: Servers, figures: Figures, options: SpeedOptions): Promise<void> {
  const { rounds, seconds, say } = options
  const running = new Map<string, Server>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [one, target] of casesOf(targets)) {
      const isWarmUp = round === 0
      if (figures.hasFailed(target.name, one.name) || (isWarmUp && restarts(one, target))) continue
      say(`${isWarmUp ? 'warming up' : `round ${round} of ${rounds}`}: ${target.name}, ${one.name}`)
      try {
        const rate = restarts(one, target)
          ? await measureAnew(one, target, servers, seconds)
          : await measureAgain(one, target, await getServer(one, target, servers, running), round, isWarmUp ? WARM_UP_SECONDS : seconds)
        if (!isWarmUp) figures.add(target.name, one.name, rate)
      } catch (error) {
        figures.fail(target.name, one.name, error)
      }
    }
  }
  for (const server of running.values()) await server.stop()
}

const restarts = (one: Case, target: Target) => one.request === 'create' && target.renewal === 'restart'

/** Without state, what is stored makes no difference: one size is enough. */
const casesOf = (targets: readonly Target[]): [Case, Target][] => [
  ...COMMON.flatMap((one) =>
    targets.filter(({ renewal }) => renewal !== 'no state' || one.size === 100).map((target): [Case, Target] => [one, target]),
  ),
  ...OWN.flatMap((one) => targets.filter(({ name }) => name === 'sandbox').map((target): [Case, Target] => [one, target])),
]

async function getServer(
  { size, request, log = false }: Case,
  target: Target,
  servers: Servers,
  running: Map<string, Server>,
): Promise<Server> {
  const key = [target.name, size, request === 'create', log].join()
  const server = running.get(key) ?? (await servers.start(target, { size, log }))
  running.set(key, server)
  return server
}

/** In a new process, warm from reading only: creating would change how many are stored. */
async function measureAnew(one: Case, target: Target, servers: Servers, seconds: number): Promise<number> {
  const server = await servers.start(target, { size: one.size })
  try {
    await checkHolds(one, target, server, target.headers)
    await runLoad({ url: `${server.url}${target.pets}/7`, headers: target.headers, expected: 200, seconds: WARM_UP_SECONDS })
    return await load(one, target, server, target.headers, seconds)
  } finally {
    await server.stop()
  }
}

async function measureAgain(one: Case, target: Target, server: Server, round: number, seconds: number): Promise<number> {
  const headers = one.request === 'create' ? await restore(one, target, server, round) : target.headers
  return load(one, target, server, headers, seconds)
}

/** Brings back what was stored at first, and returns the headers to go on with. */
async function restore(one: Case, target: Target, server: Server, round: number): Promise<Readonly<Record<string, string>>> {
  if (target.renewal === 'no state') return target.headers
  if (target.renewal === 'reset') await fetch(server.url + target.pets, { method: 'DELETE' })
  const headers = target.renewal === 'world' ? { authorization: `Bearer ${KEY}_round${round}` } : target.headers
  await checkHolds(one, target, server, headers)
  // A world is written whole once, at its first change: that is not what creating at a size costs.
  if (target.renewal === 'world')
    await fetch(server.url + target.pets, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: NEW_PET })
  await sleep(QUIET_MS)
  return headers
}

async function checkHolds({ size }: Case, { pets }: Target, { url }: Server, headers: Readonly<Record<string, string>>): Promise<void> {
  const status = await statusOf(`${url}${pets}/${size}`, headers)
  if (status !== 200) throw new Error(`does not hold ${size.toLocaleString('en')} pets: GET of the last one answers ${status ?? 'nothing'}`)
}

async function load(one: Case, target: Target, { url }: Server, headers: Case['headers'], seconds: number): Promise<number> {
  const paths = { one: `${target.pets}/7`, list: target.pets + target.listQuery, create: target.pets }
  const { perSecond } = await runLoad({
    url: url + paths[one.request],
    headers: { ...headers, ...one.headers },
    ...(one.request === 'create' && { body: NEW_PET }),
    expected: one.expected,
    seconds,
  })
  return perSecond
}

// Measures the cost of the observers while nobody reads them: the processor time of a request with the journal, events and the
// report, and without them; and the cost of Koa. The sandbox runs from its sources, because the built package cannot leave them out.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS } from '../cases.ts'
import type { Context } from '../context.ts'
import { startMeter } from '../processor-time.ts'
import type { Server } from '../servers.ts'
import { ROOT, SANDBOX, SANDBOX_ENTRY, type Target } from '../targets.ts'
import { readShares } from './profile.ts'
import type { Kept } from './tell-fewer.ts'

const WARM_UP_SECONDS = 2

export const OBSERVERS = {
  cost: 'GET one: processor time',
  /** The names of the variants. Figures have them in the place of a target. */
  all: 'observers: all',
  noJournal: 'observers: no journal, waits and events',
  noReport: 'observers: no report',
  none: 'observers: none',
  noKoa: 'observers: all, without Koa',
  /** The part of the busy time, 0 to 1. It comes from a profile of the first variant. */
  share: (room: 'record' | 'examine') => `observers of src/${room}/: part of the busy time`,
} as const

/** Without `kept`, with all observers. */
interface Variant {
  readonly name: string
  readonly kept?: Kept
}

const VARIANTS: readonly Variant[] = [
  { name: OBSERVERS.all },
  { name: OBSERVERS.noJournal, kept: 'no journal' },
  { name: OBSERVERS.noReport, kept: 'no report' },
  { name: OBSERVERS.none, kept: 'none' },
  { name: OBSERVERS.noKoa },
]

export async function measureObservers(context: Context, { rounds, seconds }: { rounds: number; seconds: number }): Promise<void> {
  const { figures, servers, say } = context
  const running = new Map<string, Server>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const variant of VARIANTS) {
      const { name } = variant
      if (figures.hasFailed(name, OBSERVERS.cost)) continue
      say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`, name)
      try {
        const server = running.get(name) ?? (await servers.start(createVariant(variant), { size: 100 }))
        running.set(name, server)
        const cost = await measureCost(context, server, round === 0 ? WARM_UP_SECONDS : seconds)
        if (round > 0 && cost !== undefined) figures.add(name, OBSERVERS.cost, cost)
      } catch (error) {
        figures.fail(name, OBSERVERS.cost, error)
      }
    }
  }
  for (const server of running.values()) await server.stop()
  await profile(context, seconds)
}

/** A profile compares parts of one process, so it does not need a quiet machine. */
async function profile({ figures, servers, load, say }: Context, seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-sandbox-profile-'))
  say('profile', OBSERVERS.all)
  try {
    const server = await servers.start(createVariant({ name: OBSERVERS.all }, ['--cpu-prof', '--cpu-prof-dir', directory]), { size: 100 })
    const began = performance.now() - server.readyAfter
    const job = { url: `${server.url}${SANDBOX.pets}/7`, headers: SANDBOX.headers, expected: 200, connections: CONNECTIONS }
    await load.run({ ...job, seconds: WARM_UP_SECONDS })
    const warm = (performance.now() - began) / 1000
    await load.run({ ...job, seconds: PROFILED_LOADS * seconds })
    await server.stop()
    const shares = readShares(directory, warm)
    for (const room of ['record', 'examine'] as const) figures.add(SANDBOX.name, OBSERVERS.share(room), shares[room] ?? Number.NaN)
  } catch (error) {
    figures.fail(SANDBOX.name, OBSERVERS.share('record'), error)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const PROFILED_LOADS = 2

/** The sandbox from its sources, without a part of it. */
const createVariant = ({ name, kept }: Variant, flags: readonly string[] = []): Target => ({
  ...SANDBOX,
  name,
  prepare: async (start) => {
    const args = await SANDBOX.prepare(start)
    const own = name === OBSERVERS.all ? [] : ['--import', join(ROOT, 'bench', 'observers', 'drop.ts')]
    return [...flags, ...own, ...args.with(args.indexOf(SANDBOX_ENTRY), join(ROOT, 'bin', 'petstore-sandbox.cjs'))]
  },
  ...(kept !== undefined && { env: { BENCH_OBSERVERS: kept } }),
})

async function measureCost({ load, cores }: Context, server: Server, seconds: number): Promise<number | undefined> {
  const meter = startMeter(server, cores)
  const url = `${server.url}${SANDBOX.pets}/7`
  const { replies, perSecond, busy } = await load.run({
    url,
    headers: SANDBOX.headers,
    expected: 200,
    connections: CONNECTIONS,
    seconds,
  })
  const { used } = meter.read({ seconds: replies / perSecond, busy })
  return used === undefined ? undefined : used / replies
}

// What HAProxy must keep together: the limit of a key over a pool, and the scenarios of two worlds over one connection.

import { createPool, type Pool, runAll } from './clients.ts'
import type { Fleet, Outcome } from './fleet.ts'

const FREE_A_MINUTE = 60

/** 20 clients use one key of Free over one pool. */
export const countLimits = (fleet: Fleet): Promise<Outcome> =>
  behindBalancer(fleet, 20, async (pool, origin) => {
    const served: number[] = []
    for (const world of ['limit-a', 'limit-b', 'limit-c']) {
      let count = 0
      await runAll(20, async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          const { status } = await pool.call(`${origin}/v1/pets?limit=1`, world, { plan: 'sandbox_free' })
          count += Number(status === 200)
        }
      })
      served.push(count)
    }
    const faults = served.filter((count) => count !== FREE_A_MINUTE).map((count) => `${count} calls were served, not ${FREE_A_MINUTE}`)
    return { figures: `served of 200 calls with each of three keys: ${served.join(', ')}`, faults }
  })

const TURNS = 500
const SCENARIOS = [
  ['a', 'server-error', 500],
  ['b', 'unavailable', 503],
] as const

export const playScenarios = (fleet: Fleet): Promise<Outcome> =>
  behindBalancer(fleet, 1, async (pool, origin) => {
    const faults: string[] = []
    for (const [world, name] of SCENARIOS)
      await pool.call(`${origin}/_sandbox/worlds/${world}/scenarios`, world, { method: 'PUT', body: [{ name }] })
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [world, , expected] of SCENARIOS) {
        const { status } = await pool.call(`${origin}/v1/pets`, world)
        if (status !== expected) faults.push(`${world}: ${status}, not ${expected}`)
      }
    return { figures: `${2 * TURNS} calls of two worlds over one connection met their own scenario`, faults }
  })

async function behindBalancer(fleet: Fleet, connections: number, work: (pool: Pool, origin: string) => Promise<Outcome>): Promise<Outcome> {
  const redis = await fleet.redis()
  const origin = await fleet.balancer(await Promise.all([1, 2, 3].map(() => fleet.replica(redis))))
  const pool = createPool(connections)
  return work(pool, origin).finally(() => pool.close())
}

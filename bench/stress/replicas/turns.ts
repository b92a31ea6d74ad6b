// Two replicas called in turn for one world, without a balancer. Each change takes the world away from the other replica.

import { Account, createPool, type Pool, runAll } from './clients.ts'
import type { Fleet, Outcome } from './fleet.ts'

const WRITERS = 8
const ROUNDS = 2
const WANTED = 0.3

/** With this many animals a reload of the world would take long. */
const MANY = 10_000

export async function callInTurn(fleet: Fleet, { seconds }: { seconds: number }): Promise<Outcome> {
  const ratios: string[] = []
  const faults: string[] = []
  let created = 0
  for (const size of [15, MANY]) {
    const account = new Account()
    const redis = await fleet.redis()
    const replicas = await Promise.all([1, 2].map(() => fleet.replica(redis, { args: ['--size', String(size)] })))
    const origins = replicas.map(({ url }) => url)
    const pool = createPool(WRITERS)
    const counts = { one: 0, both: 0 }
    // The first round warms up both replicas.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [kind, called] of [['one', origins.slice(0, 1)] as const, ['both', origins] as const]) {
        const count = await createInTurn(pool, called, { world: `s${size}r${round}${kind}`, ms: (seconds * 1000) / 12, account })
        if (round > 0) counts[kind] += count
      }
    await account.check(pool, String(origins[0]))
    created += account.count
    faults.push(...account.faults)
    await pool.close()
    for (const replica of replicas) await replica.stop()
    await redis.kill()
    const ratio = counts.both / counts.one
    ratios.push(`${ratio.toFixed(2)} with ${size.toLocaleString('en')} animals`)
    if (ratio < WANTED) ratios.push(`NOT MET: at least ${WANTED} is wanted`)
  }
  return {
    figures: `${created.toLocaleString('en')} creations; the rate divided by that of one replica: ${ratios.join(', ')}`,
    faults,
  }
}

/** Creates animals, and reads the newest ids meanwhile. Resolves with the number of creations. */
async function createInTurn(
  pool: Pool,
  origins: readonly string[],
  { world, ms, account }: { world: string; ms: number; account: Account },
): Promise<number> {
  // Each replica loads the world before the measurement.
  for (const url of origins) account.acknowledge(world, await pool.create(url, world, `${world} on ${url}`))
  const until = performance.now() + ms
  let count = 0
  let highest = 15
  const origin = (turn: number) => String(origins[turn % origins.length])
  const write = async (writer: number) => {
    for (let turn = writer; performance.now() < until; turn += 1) {
      const reply = await pool.create(origin(turn), world, `${world}w${writer}t${turn}`)
      if (reply.status !== 201) {
        account.faults.push(`${world}: a creation got ${reply.status}`)
        return
      }
      account.acknowledge(world, reply)
      highest = Math.max(highest, (reply.body as { id: number }).id)
      count += 1
    }
  }
  /** Looks at ids that are about to be given out. */
  const read = async () => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const { status, body } = await pool.call(`${origin(turn)}/v1/pets/${highest + (turn % 3)}`, world)
      if (status === 200) account.see(world, (body as { id: number }).id, (body as { name: string }).name)
      else if (status !== 404) account.faults.push(`${world}: a read got ${status}`)
    }
  }
  await Promise.all([runAll(WRITERS, write), read()])
  return count
}

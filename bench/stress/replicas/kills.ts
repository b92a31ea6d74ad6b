// Three replicas behind HAProxy. One of them is killed every three seconds, while 32 clients create animals in 100 worlds.

import { setTimeout as sleep } from 'node:timers/promises'
import { Account, createPool, runAll } from './clients.ts'
import type { Fleet, Outcome } from './fleet.ts'

const CLIENTS = 32
const WORLDS = 100
const KILL_EVERY_MS = 3000
/** After a kill, connections may die for this time. */
const DYING_MS = 1000

export async function killReplicas(fleet: Fleet, { seconds }: { seconds: number }): Promise<Outcome> {
  const redis = await fleet.redis()
  const replicas = await Promise.all([1, 2, 3].map(() => fleet.replica(redis)))
  const origin = await fleet.balancer(replicas)
  const pool = createPool(CLIENTS)
  const account = new Account()
  const until = performance.now() + seconds * 1000
  let killed = Number.NEGATIVE_INFINITY
  let kills = 0
  let died = 0
  let longest = 0

  /** The moment when a client lost its connection, by world. */
  const lost = new Map<string, number>()
  const work = async (client: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const world = `w${(client + turn * 7) % WORLDS}`
      try {
        const reply = await pool.create(origin, world, `c${client}t${turn}`)
        const since = lost.get(world)
        if (since !== undefined) longest = Math.max(longest, performance.now() - since)
        lost.delete(world)
        if (reply.status === 201) account.acknowledge(world, reply)
        else account.faults.push(`${world}: a creation got ${reply.status}`)
      } catch (error) {
        const now = performance.now()
        died += 1
        if (now - killed > DYING_MS) account.faults.push(`${world}: ${(error as Error).message}, although no replica was killed`)
        if (!lost.has(world)) lost.set(world, now)
        // The same world again, at once.
        turn -= 1
        await sleep(5)
      }
    }
  }
  const kill = async () => {
    for (; performance.now() < until; kills += 1) {
      await sleep(KILL_EVERY_MS)
      const at = kills % replicas.length
      const victim = replicas[at] as (typeof replicas)[0]
      killed = performance.now()
      victim.signal('SIGKILL')
      await victim.stop()
      replicas[at] = await fleet.replica(redis, { port: Number(new URL(victim.url).port) })
    }
  }
  await Promise.all([runAll(CLIENTS, work), kill()])
  await account.check(pool, origin)
  await pool.close()
  if (longest > 1000) account.faults.push(`a world answered again only after ${longest.toFixed(0)} ms`)
  const figures = `${kills} kills, ${account.count.toLocaleString('en')} creations acknowledged, ${died} connections died, each world answered again within ${longest.toFixed(0)} ms`
  return { figures, faults: account.faults }
}

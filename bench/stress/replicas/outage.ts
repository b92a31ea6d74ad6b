// Redis is killed and restarted under load, and then stands still for five seconds.

import { setTimeout as sleep } from 'node:timers/promises'
import { Account, createPool, type Reply, runAll } from './clients.ts'
import type { Fleet, Outcome } from './fleet.ts'

const WRITERS = 8
const READERS = 2
const PAUSE_MS = 5000
/** A refusal and a read may take this long. */
const REFUSED_MS = 2000
const READ_MS = 1000

export async function loseRedis(fleet: Fleet): Promise<Outcome> {
  const redis = await fleet.redis()
  const { url } = await fleet.replica(redis)
  const pool = createPool(WRITERS + READERS)
  const account = new Account()
  const longest = { refusal: 0, read: 0 }
  let refused = 0
  let isOver = false
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const world = `w${(writer + turn) % WRITERS}`
      const reply = await pool.create(url, world, `w${writer}t${turn}`)
      if (reply.status === 201) account.acknowledge(world, reply)
      else if (isRefusal(reply)) {
        refused += 1
        longest.refusal = Math.max(longest.refusal, reply.took)
      } else account.faults.push(`${world}: a creation got ${reply.status}, Retry-After: ${reply.retryAfter}`)
    }
  }
  const read = async (reader: number) => {
    for (let turn = reader; !isOver; turn += 1) {
      const { status, took } = await pool.call(`${url}/v1/pets/1`, `w${turn % WRITERS}`)
      if (status !== 200) account.faults.push(`a read got ${status}`)
      longest.read = Math.max(longest.read, took)
      await sleep(1)
    }
  }
  const disturb = async () => {
    await sleep(2000)
    await redis.kill()
    await sleep(2000)
    await redis.start()
    await sleep(2000)
    redis.process().kill('SIGSTOP')
    await sleep(PAUSE_MS)
    redis.process().kill('SIGCONT')
    await sleep(2000)
    isOver = true
  }
  // All worlds are in memory before.
  for (let world = 0; world < WRITERS; world += 1) await pool.call(`${url}/v1/pets/1`, `w${world}`)
  await Promise.all([runAll(WRITERS, write), runAll(READERS, read), disturb()])
  const after = await pool.create(url, 'w0', 'after')
  if (after.status !== 201) account.faults.push(`it did not recover: a creation got ${after.status}`)
  await account.check(pool, (await fleet.replica(redis)).url)
  await pool.close()
  if (longest.refusal > REFUSED_MS) account.faults.push(`a refusal took ${longest.refusal.toFixed(0)} ms`)
  if (longest.read > READ_MS) account.faults.push(`a read took ${longest.read.toFixed(0)} ms`)
  const figures = `${account.count.toLocaleString('en')} creations acknowledged, ${refused} refused with Retry-After within ${longest.refusal.toFixed(0)} ms, reads within ${longest.read.toFixed(0)} ms`
  return { figures, faults: account.faults }
}

const isRefusal = ({ status, retryAfter }: Reply) => status === 503 && retryAfter !== undefined

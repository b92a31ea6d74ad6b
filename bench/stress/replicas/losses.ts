// Three replicas on one Redis, which loses changes again and again, while replicas are killed and paused. Each round has one loss.
// At its end every replica changes every world, so that each of them meets what Redis has. Then what was lost was said by every
// living replica that knew it, and what was not said was not lost.

import { setTimeout as sleep } from 'node:timers/promises'
import { RedisConnection } from '../../../src/worlds/store/redis/connection.ts'
import type { Server } from '../../servers.ts'
import { KEY } from '../../targets.ts'
import { runAll } from './clients.ts'
import type { Fleet, Outcome } from './fleet.ts'
import { Ledger, type Pet } from './ledger.ts'
import { HARMLESS, LOSSES, pick, randomUpTo, type Victim } from './troubles.ts'

const WORLDS = Array.from({ length: 20 }, (_, index) => `w${index}`)
const CLIENTS = 4
/** Fewer than there are worlds, so that replicas unload and load them. */
const ARGS = ['--max-worlds', '12']
const SETTLE_MS = 60_000

interface Replica {
  server: Server
  /** A new name for each process. */
  process: string
  isRunning: boolean
}

export async function loseChanges(fleet: Fleet, { seconds }: { seconds: number }): Promise<Outcome> {
  const redis = await fleet.redis()
  const victim: Victim = { ...redis, connection: await RedisConnection.open(redis.url) }
  const play = new Play(fleet, victim)
  const until = performance.now() + seconds * 1000
  try {
    await play.start()
    for (let round = 1; performance.now() < until && play.ledger.faults.length === 0; round += 1) await play.round(round)
  } finally {
    victim.connection.close()
  }
  const { created, lost, unknown, said } = play.ledger.counts
  const figures = `${[...play.rounds].map(([name, count]) => `${count} × ${name}`).join(', ')}, ${play.kills} kills, ${play.pauses} pauses, ${created.toLocaleString('en')} creations acknowledged; ${lost} lost, each said by every living replica that knew it; ${unknown} lost that only killed replicas knew; ${said} times a replica said that a world has lost changes`
  return { figures, faults: play.ledger.faults }
}

class Play {
  readonly ledger = new Ledger()
  readonly rounds = new Map<string, number>()
  kills = 0
  pauses = 0
  readonly #fleet: Fleet
  readonly #redis: Victim
  readonly #replicas: Replica[] = []
  #names = 0

  constructor(fleet: Fleet, redis: Victim) {
    this.#fleet = fleet
    this.#redis = redis
  }

  async start(): Promise<void> {
    for (const index of [0, 1, 2])
      this.#replicas.push({ server: await this.#fleet.replica(this.#redis, { args: ARGS }), process: `r${index}.1`, isRunning: true })
  }

  async round(number: number): Promise<void> {
    const name = pick(Object.keys(LOSSES))
    this.rounds.set(name, (this.rounds.get(name) ?? 0) + 1)
    const round = `round ${number}, ${name}`
    let isOver = false
    const work = runAll(CLIENTS, async () => {
      while (!isOver) {
        await this.#act(pick(WORLDS), pick(this.#replicas))
        await sleep(randomUpTo(20))
      }
    })
    const trouble = async () => {
      await this.#disturb()
      const strike = await (LOSSES[name] as (typeof LOSSES)[string])(this.#redis, WORLDS)
      await this.#disturb()
      await strike()
      await this.#disturb()
    }
    await trouble().finally(() => (isOver = true))
    await work
    await this.#settle(round)
    this.ledger.endRound(round, !HARMLESS.includes(name))
    await this.#removeOne(pick(WORLDS), pick(this.#replicas))
  }

  /** A client creates an animal, or lists some. */
  async #act(world: string, replica: Replica): Promise<number | undefined> {
    if (!replica.isRunning) return undefined
    if (Math.random() < 0.3) {
      await this.#list(world, replica)
      return undefined
    }
    this.#names += 1
    const body = JSON.stringify({ name: `n${this.#names}`, categoryId: 1 })
    const reply = await this.#call(world, replica, '/v1/pets', { method: 'POST', body })
    if (reply?.status === 201) this.ledger.acknowledge(world, reply.process, reply.body as Pet)
    else if (reply && reply.status !== 503) this.ledger.faults.push(`${world}: a creation got ${reply.status}`)
    return reply?.status
  }

  async #list(world: string, replica: Replica): Promise<readonly Pet[]> {
    const reply = await this.#call(world, replica, '/v1/pets?limit=100')
    if (reply?.status !== 200) return []
    this.ledger.show(world, reply.process, reply.body as Pet[])
    return reply.body as Pet[]
  }

  /** Undefined when the process was killed meanwhile. */
  async #call(world: string, { server, process }: Replica, path: string, options: RequestInit = {}) {
    const headers = { authorization: `Bearer ${KEY}_${world}`, 'content-type': 'application/json' }
    try {
      const reply = await fetch(`${server.url}${path}`, { ...options, headers })
      const body: unknown = JSON.parse((await reply.text()) || 'null')
      if (reply.headers.get('sandbox-warning')?.includes('the store has lost changes')) this.ledger.say(world, process)
      return { status: reply.status, body, process }
    } catch (error) {
      if (this.#replicas.some((one) => one.process === process && one.isRunning))
        this.ledger.faults.push(`${process}, which was not killed: ${(error as Error).message}`)
      return undefined
    }
  }

  async #disturb(): Promise<void> {
    for (let count = randomUpTo(3); count > 0; count -= 1) {
      await sleep(randomUpTo(800))
      await pick([() => this.#kill(pick(this.#replicas)), () => this.#pause(pick(this.#replicas).server), () => this.#pause(this.#redis)])()
    }
    await sleep(randomUpTo(800))
  }

  async #pause(one: Server | Victim): Promise<void> {
    const signal = (name: NodeJS.Signals) => ('signal' in one ? one.signal(name) : one.process().kill(name))
    this.pauses += 1
    signal('SIGSTOP')
    await sleep(randomUpTo(2500))
    signal('SIGCONT')
  }

  async #kill(replica: Replica): Promise<void> {
    this.kills += 1
    replica.isRunning = false
    replica.server.signal('SIGKILL')
    await replica.server.stop()
    this.ledger.forget(replica.process)
    replica.server = await this.#fleet.replica(this.#redis, { args: ARGS, port: Number(new URL(replica.server.url).port) })
    const [slot, life] = replica.process.split('.')
    replica.process = `${slot}.${Number(life) + 1}`
    replica.isRunning = true
  }

  /** Every replica changes every world and reads it. The last one has the newest data. */
  async #settle(round: string): Promise<void> {
    const until = performance.now() + SETTLE_MS
    const last = this.#replicas.at(-1) as Replica
    for (const replica of this.#replicas)
      for (const world of WORLDS) {
        while ((await this.#act(world, replica)) !== 201) {
          if (performance.now() > until) throw new Error(`${round}: ${world}: ${replica.process} did not recover`)
          await sleep(20)
        }
        await this.#list(world, replica)
      }
    for (const world of WORLDS) {
      const reply = await this.#call(world, last, `/_sandbox/worlds/${world}/data`)
      this.ledger.check(world, ((reply?.body ?? {}) as { pets?: Pet[] }).pets ?? [], round)
    }
  }

  /** Somebody deletes or resets a world. This is no loss. */
  async #removeOne(world: string, replica: Replica): Promise<void> {
    const [path, method] = pick([
      [`/_sandbox/worlds/${world}`, 'DELETE'],
      [`/_sandbox/worlds/${world}/reset`, 'POST'],
    ] as const)
    const reply = await this.#call(world, replica, path, { method })
    if (reply === undefined || reply.status >= 300) this.ledger.faults.push(`${world}: ${method} got ${reply?.status}`)
    this.ledger.clear(world)
  }
}

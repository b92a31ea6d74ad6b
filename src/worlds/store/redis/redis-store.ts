// Worlds in Redis or Valkey, for several replicas of the sandbox.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf, StartError } from '../../../errors/problem.ts'
import type { Store, StoredWorld, WorldStore } from '../store.ts'
import { RedisConnection } from './connection.ts'
import { keysOf, RedisWorld, type Replica } from './redis-world.ts'
import { DELETE, DETAILS } from './scripts.ts'

/** Details of this many worlds are asked for at once. */
const PAGE = 1000

/** Connects to Redis. Throws a StartError when Redis cannot be reached. */
export async function openRedisStore(address: string): Promise<Store> {
  const open = new Map<string, RedisWorld>()
  const connection = await RedisConnection.open(address, {
    received: (message) => {
      const [world = '', owner] = message.split(' ')
      open.get(world)?.ownerChanged(Number(owner))
    },
    renewed: () => {
      for (const world of open.values()) world.messagesLost()
    },
  }).catch((error) => {
    throw new StartError((optionName) => `the store cannot be used: ${messageOf(error)}; check ${optionName('store')}`, 3)
  })
  const replica = `${hostname()}-${randomBytes(3).toString('hex')}`
  await connection.announce(replica)
  return new RedisStore({ name: replica, connection, forget: ({ name }) => open.delete(name) }, open)
}

class RedisStore implements Store {
  readonly place: string
  readonly replica: string
  readonly #self: Replica
  readonly #connection: RedisConnection
  readonly #open: Map<string, RedisWorld>

  constructor(self: Replica, open: Map<string, RedisWorld>) {
    this.place = self.connection.place
    this.replica = self.name
    this.#self = self
    this.#connection = self.connection
    this.#open = open
  }

  open(world: string): Promise<WorldStore> {
    return RedisWorld.open(world, this.#self, (opened) => this.#open.set(world, opened))
  }

  async has(world: string): Promise<boolean> {
    const [hash] = keysOf(this.#connection, world)
    return (await this.#connection.send(['EXISTS', hash])) === 1
  }

  async list(): Promise<StoredWorld[]> {
    const worlds: StoredWorld[] = []
    const names = await this.#findNames()
    for (let at = 0; at < names.length; at += PAGE) worlds.push(...(await this.#describe(names.slice(at, at + PAGE))))
    const living = await this.#findLiving(new Set(worlds.flatMap(({ replica }) => replica ?? [])))
    return worlds.map(({ replica, ...world }) => (replica !== undefined && living.has(replica) ? { ...world, replica } : world))
  }

  async delete(world: string): Promise<void> {
    await this.#connection.run(DELETE, keysOf(this.#connection, world), [this.#connection.channel, world])
  }

  async check(): Promise<void> {
    await this.#connection.send(['SET', `${this.#connection.prefix}check`, '1', 'PX', '1000'])
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  async #findNames(): Promise<string[]> {
    const [begin] = keysOf(this.#connection, '')
    const names = new Set<string>()
    let cursor = '0'
    do {
      const command = ['SCAN', cursor, 'MATCH', `${begin.replace(/[*?[\]\\]/g, '\\$&')}*`, 'COUNT', String(PAGE)]
      const [next, keys] = (await this.#connection.send(command)) as [string, string[]]
      for (const key of keys) names.add(key.slice(begin.length))
      cursor = next
    } while (cursor !== '0')
    return [...names].sort()
  }

  async #describe(names: readonly string[]): Promise<StoredWorld[]> {
    const keys = names.map((name) => keysOf(this.#connection, name)[0])
    const details = (await this.#connection.send(['EVAL', DETAILS, String(keys.length), ...keys])) as [string, string, string][]
    return details.map(([version, replica, bytes], index) => ({
      name: names[index] ?? '',
      bytes: Number(bytes),
      lastUse: Number(version) / 1000,
      ...(replica !== '' && { replica }),
    }))
  }

  /** A replica listens on its channel as long as it lives. */
  async #findLiving(replicas: ReadonlySet<string>): Promise<Set<string>> {
    const living = [...replicas].map(async (replica) => {
      const channel = this.#connection.channelOf(replica)
      const [, listeners] = (await this.#connection.send(['PUBSUB', 'NUMSUB', channel])) as [string, number]
      return listeners > 0 ? [replica] : []
    })
    return new Set((await Promise.all(living)).flat())
  }
}

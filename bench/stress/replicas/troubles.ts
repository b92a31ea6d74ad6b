// Ways in which Redis loses changes, and troubles after which it has lost nothing.

import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisConnection } from '../../../src/worlds/store/redis/connection.ts'
import type { RunningRedis } from '../../../test/support/machines.ts'

export interface Victim extends RunningRedis {
  readonly directory: string
  readonly connection: RedisConnection
}

/** Prepares a loss. The returned function makes Redis lose what it got in the meantime. */
type Loss = (redis: Victim, worlds: readonly string[]) => Promise<() => Promise<void>>

export const randomUpTo = (limit: number) => Math.floor(Math.random() * limit)
export const pick = <One>(from: readonly One[]): One => from[randomUpTo(from.length)] as One

const keyOf = (world: string) => `petstore-sandbox:world:${world}`
const half = (worlds: readonly string[]) => worlds.filter(() => Math.random() < 0.5)

/** Sends a command until Redis takes it, because it may be paused or restarting. */
export async function send({ connection }: Victim, ...command: string[]): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await connection.send(command)
    } catch (error) {
      if (tries === 200) throw error
      await sleep(50)
    }
  }
}

async function restartWith(redis: Victim, files?: string): Promise<void> {
  await redis.kill()
  for (const name of await readdir(redis.directory)) await rm(join(redis.directory, name), { recursive: true })
  if (files !== undefined) await cp(files, redis.directory, { recursive: true })
  await redis.start()
}

export const LOSSES: Readonly<Record<string, Loss>> = {
  nothing: async () => async () => {},
  restart: async (redis) => async () => {
    await redis.kill()
    await redis.start()
  },
  rollback: async (redis, worlds) => {
    const some = half(worlds)
    for (const world of some) await send(redis, 'COPY', keyOf(world), `back:${world}`, 'REPLACE')
    return async () => {
      for (const world of some) await send(redis, 'COPY', `back:${world}`, keyOf(world), 'REPLACE')
      await send(redis, 'DEL', 'back', ...some.map((world) => `back:${world}`))
    }
  },
  'older files': async (redis) => {
    const files = `${redis.directory}.older`
    await rm(files, { recursive: true, force: true })
    await cp(redis.directory, files, { recursive: true })
    return () => restartWith(redis, files)
  },
  'no files': async (redis) => () => restartWith(redis),
  flush: async (redis) => async () => void (await send(redis, 'FLUSHALL')),
  removal: async (redis, worlds) => async () => void (await send(redis, 'DEL', 'none', ...half(worlds).map(keyOf))),
  eviction: async (redis) => async () => {
    const used = Number(/used_memory:(\d+)/.exec(String(await send(redis, 'INFO', 'memory')))?.[1])
    await send(redis, 'CONFIG', 'SET', 'maxmemory-policy', 'allkeys-random')
    await send(redis, 'CONFIG', 'SET', 'maxmemory', String(used - 20_000))
    await sleep(200)
    await send(redis, 'CONFIG', 'SET', 'maxmemory', '0')
    await send(redis, 'CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
  },
}

/** After these losses nothing is missing. */
export const HARMLESS: readonly string[] = ['nothing', 'restart']

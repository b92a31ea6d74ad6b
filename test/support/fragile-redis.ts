// A Redis that a test damages, and sandboxes on it. The library's client of tests would follow the journal, which begins anew here.

import { onTestFinished } from 'vitest'
import { RedisConnection } from '../../src/worlds/store/redis/connection.ts'
import { REX } from './caller.ts'
import { createDirectory } from './command.ts'
import { runRedis } from './machines.ts'
import { start } from './sandbox.ts'

/** The key of the world w1. */
export const KEY = 'petstore-sandbox:world:w1'

/** A Redis whose directory a test may empty, commands for it, and a function that starts sandboxes on it. */
export async function startFragile() {
  const directory = await createDirectory()
  const redis = await runRedis(directory, { args: ['--appendfsync', 'no'] })
  onTestFinished(redis.kill)
  const connection = await RedisConnection.open(redis.url)
  onTestFinished(() => connection.close())
  const send = (...command: string[]) => connection.send(command)
  const startOne = async (options: { maxWorlds?: number } = {}) => {
    const lines: string[] = []
    const log = { format: 'text' as const, write: (text: string) => lines.push(text) }
    const sandbox = await start({ store: redis.url, limits: 'off', log, ...options })
    const call = async (path: string, more: object = {}, key = 'sandbox_free_w1') => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const response = await fetch(`${sandbox.url}${path}`, { ...more, headers })
      const body = (await response.json()) as { id: number; code?: string; message?: string }
      return { status: response.status, body }
    }
    const health = async () => (await fetch(`${sandbox.origin}/_sandbox/health`)).json() as Promise<{ warnings?: string[] }>
    const create = async () => (await call('/pets', REX)).body.id
    return { sandbox, call, create, health, said: () => lines.join('') }
  }
  return { redis, send, startOne }
}

// Redis and HAProxy that end with the test.

import { onTestFinished } from 'vitest'
import { createDirectory } from './command.ts'
import { type RedisOptions, type RunningRedis, runHaproxy, runRedis } from './machines.ts'

/** Redis does not wait for the disk: what it has written outlives its process, and on a loaded machine the disk is slow. */
export async function startRedis(options: RedisOptions = {}): Promise<RunningRedis> {
  const args = ['--appendfsync', 'no', ...(options.args ?? [])]
  const redis = await runRedis(await createDirectory(), { ...options, args })
  onTestFinished(redis.kill)
  return redis
}

/** Resolves with the origin of HAProxy. */
export async function startHaproxy(origins: readonly string[], edit?: (config: string) => string): Promise<string> {
  const { origin, kill } = await runHaproxy(await createDirectory(), origins, edit)
  onTestFinished(kill)
  return origin
}

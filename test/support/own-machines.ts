// Redis and HAProxy that end with the test.

import { onTestFinished } from 'vitest'
import { createDirectory } from './command.ts'
import { type RedisOptions, type RunningRedis, runHaproxy, runRedis } from './machines.ts'

export async function startRedis(options?: RedisOptions): Promise<RunningRedis> {
  const redis = await runRedis(await createDirectory(), options)
  onTestFinished(redis.kill)
  return redis
}

/** Resolves with the origin of HAProxy. */
export async function startHaproxy(origins: readonly string[], edit?: (config: string) => string): Promise<string> {
  const { origin, kill } = await runHaproxy(await createDirectory(), origins, edit)
  onTestFinished(kill)
  return origin
}

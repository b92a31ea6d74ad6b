// The processes of one goal: Redis, replicas of the built sandbox, and HAProxy. All of them end with the goal.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningRedis, runHaproxy, runRedis } from '../../../test/support/machines.ts'
import { type Server, Servers } from '../../servers.ts'
import { SANDBOX, type Target } from '../../targets.ts'

export class Fleet {
  readonly #root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-replicas-'))
  readonly servers: Servers
  readonly #ends: (() => void)[] = []

  constructor() {
    this.servers = new Servers(this.#root)
  }

  async redis(): Promise<RunningRedis & { readonly directory: string }> {
    const directory = this.#directory('redis-')
    const redis = await runRedis(directory)
    this.#ends.push(() => void redis.process().kill('SIGKILL'))
    return { ...redis, directory }
  }

  /** Starts a replica. With a port it takes the place of a replica that was killed. */
  replica({ url }: RunningRedis, options: { port?: number; args?: readonly string[] } = {}): Promise<Server> {
    const { args = [], ...rest } = options
    return this.servers.start(onStore(url, args), rest)
  }

  /** Resolves with the origin of HAProxy. */
  async balancer(replicas: readonly Server[]): Promise<string> {
    const { origin, kill } = await runHaproxy(
      this.#directory('haproxy-'),
      replicas.map(({ url }) => url),
    )
    this.#ends.push(() => void kill())
    return origin
  }

  /** For an interrupt too, so it does not wait. */
  end(): void {
    this.servers.killAll()
    for (const end of this.#ends.splice(0)) end()
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 })
  }

  #directory(prefix: string): string {
    return mkdtempSync(join(this.#root, prefix))
  }
}

/** The sandbox as built, which keeps its worlds in Redis instead of a directory. */
export const onStore = (url: string, more: readonly string[] = []): Target => ({
  ...SANDBOX,
  prepare: async (start) => {
    const args = await SANDBOX.prepare(start)
    const at = args.indexOf('--data')
    return [...args.with(at, '--store').with(at + 1, url), ...more]
  },
})

/** What one goal came to. */
export interface Outcome {
  /** One line for people. */
  readonly figures: string
  /** What was lost, given out twice, or answered too late. */
  readonly faults: readonly string[]
}

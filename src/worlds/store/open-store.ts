// Opens the store that an address names: Redis, a directory, or memory when there is no address. Copies one store into another.

import { realpath } from 'node:fs/promises'
import { StartError } from '../../ground/problem.ts'
import { refuseNamed, whyUnread } from '../../ground/regular-file.ts'
import { Content } from '../content.ts'
import { openFileStore } from './file-store.ts'
import type { Store, WorldContent } from './store.ts'

const REDIS = /^(redis|valkey)s?:/

export async function openStore(address: string | undefined, isDurable = false): Promise<Store> {
  if (address === undefined) return createMemoryStore()
  // node-redis is loaded only when needed.
  if (REDIS.test(address)) return (await import('./redis/redis-store.ts')).openRedisStore(address)
  return openFileStore(address, { isDurable })
}

/** Yields the names of the copied worlds. A StartError before the first copy names a wrong store, or a world that is there already. */
export async function* copyWorlds(from: string, to: string): AsyncGenerator<string, void> {
  const directoryOf = async (address: string) => (REDIS.test(address) ? address : realpath(address))
  const place = await directoryOf(from).catch((error) => {
    throw refuseNamed(from, whyUnread(error, 'directory'), 'from')
  })
  if (place === (await directoryOf(to).catch(() => undefined)))
    throw new StartError('--from and --to name the same store: name another store with --to')
  const source = await openStore(from)
  const target = await openStore(to).catch(async (error) => {
    await source.close()
    throw error
  })
  try {
    const names = (await source.list()).map(({ name }) => name)
    for (const name of names)
      if (await target.has(name)) throw new StartError(`${target.place} has the world ${name} already: delete that world first`, 3)
    for (const name of names) {
      const [kept, copy] = [await source.open(name), await target.open(name)]
      if (kept.saved) {
        const content = new Content(kept.saved)
        await copy.commit([{ set: content.snapshot() }], content)
      }
      await Promise.all([kept.close(), copy.close()])
      yield name
    }
  } finally {
    await target.close()
    await source.close()
  }
}

export function createMemoryStore(): Store {
  const worlds = new Map<string, { readonly content: WorldContent; readonly lastUse: number }>()
  return {
    place: 'in memory only',
    open: async (world) => {
      const kept = worlds.get(world)?.content
      return {
        saved: kept && { ...kept.snapshot(), place: world },
        isCurrent: true,
        async commit(changes, content) {
          if (changes.length > 0) worlds.set(world, { content, lastUse: Date.now() })
          return undefined
        },
        close: async () => {},
      }
    },
    has: async (world) => worlds.has(world),
    list: async () => [...worlds].map(([name, { content, lastUse }]) => ({ name, lastUse, bytes: content.bytes })),
    delete: async (world) => {
      worlds.delete(world)
    },
    check: async () => {},
    close: async () => {},
  }
}

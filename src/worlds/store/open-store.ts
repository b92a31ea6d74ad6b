// Opens the store that an address names: Redis, a directory, or memory when there is no address. Copies one store into another.

import { StartError } from '../../ground/problem.ts'
import { Content } from '../content.ts'
import { openFileStore } from './file-store.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Store } from './store.ts'

export async function openStore(address: string | undefined, isDurable = false): Promise<Store> {
  if (address === undefined) return createMemoryStore()
  // node-redis is loaded only when it is needed.
  if (/^(redis|valkey)s?:/.test(address)) return (await import('./redis/redis-store.ts')).openRedisStore(address)
  return openFileStore(address, { isDurable })
}

/** Copies all worlds, and yields their names. A StartError names a world that the other store has already, and nothing is copied. */
export async function* copyWorlds(from: string, to: string): AsyncGenerator<string, void> {
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

// Opens the store that an address names: Redis, a directory, or memory when there is no address.

import { openFileStore } from './file-store.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Store } from './store.ts'

export async function openStore(address: string | undefined, isDurable = false): Promise<Store> {
  if (address === undefined) return createMemoryStore()
  // node-redis is loaded only when it is needed.
  if (/^(redis|valkey)s?:/.test(address)) return (await import('./redis/redis-store.ts')).openRedisStore(address)
  return openFileStore(address, { isDurable })
}

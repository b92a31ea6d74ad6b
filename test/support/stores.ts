// All stores, and a store that a test controls.

import { onTestFinished } from 'vitest'
import { Content } from '../../src/worlds/content.ts'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createMemoryStore } from '../../src/worlds/store/open-store.ts'
import { openRedisStore } from '../../src/worlds/store/redis/redis-store.ts'
import type { Change, Newer, Store, WorldStore } from '../../src/worlds/store/store.ts'
import { createDirectory } from './command.ts'
import { hasRedis } from './machines.ts'
import { startRedis } from './own-machines.ts'

/** For each kind: a new store, and the same store again after its process has ended. */
export const STORES: Readonly<Record<string, () => Promise<{ store: Store; reopen: () => Promise<Store> }>>> = {
  memory: async () => {
    const store = createMemoryStore()
    return { store, reopen: async () => store }
  },
  file: async () => {
    const directory = await createDirectory()
    let store = await openFileStore(directory)
    onTestFinished(() => store.close())
    const reopen = async () => {
      await store.close()
      store = await openFileStore(directory)
      return store
    }
    return { store, reopen }
  },
  ...(hasRedis && {
    redis: async () => {
      const { url } = await startRedis()
      let store = await openRedisStore(url)
      onTestFinished(() => store.close())
      const reopen = async () => {
        await store.close()
        store = await openRedisStore(url)
        return store
      }
      return { store, reopen }
    },
  }),
}

/** A line for each store that cannot be tested here. */
export const SKIPPED: readonly string[] = hasRedis ? [] : ['redis: not tested, because there is no redis-server']

/** Opens a world of a store. Its commits need only the changes, and keep the content as the data of a world does. */
export async function openWorld(store: Store, name: string) {
  const world = await store.open(name)
  const content = new Content(world.saved ?? { collections: {}, nextIds: {} })
  const commit = async (changes: readonly Change[]) => {
    for (const change of changes) content.apply(change)
    return world.commit(changes, content)
  }
  return { saved: world.saved, content, commit, isCurrent: () => world.isCurrent, close: () => world.close() }
}

type Call = 'open' | 'commit' | 'close' | 'check' | 'delete'

export interface WilfulStore extends Store {
  /** The calls so far, with their worlds, for example `commit w1`. */
  readonly calls: string[]
  /** The store refuses these calls from now on. */
  refused: readonly Call[]
  /** The changes of each commit so far. */
  readonly changes: (readonly Change[])[]
  /** The next commit is refused, because others have changed this. */
  newer: Newer | undefined
  /** Every commit is refused, because others have changed this. */
  always: Newer | undefined
  /** Delays the calls of this kind, for one world or for all, until the returned function is called. */
  hold(call: Call, world?: string): () => void
}

/** A store in memory. A test says which calls it refuses and delays. */
export function createWilfulStore(inner: Store = createMemoryStore()): WilfulStore {
  const held = new Map<string, Promise<void>>()
  const meet = async (call: Call, world: string) => {
    store.calls.push(`${call} ${world}`)
    await (held.get(call) ?? held.get(`${call} ${world}`))
    if (store.refused.includes(call)) throw new Error(`the store refuses ${call}`)
  }
  const wrap = (world: string, one: WorldStore): WorldStore => ({
    saved: one.saved,
    isCurrent: one.isCurrent,
    commit: async (changes, content) => {
      store.changes.push(changes)
      await meet('commit', world)
      const { newer = store.always } = store
      store.newer = undefined
      return newer ?? one.commit(changes, content)
    },
    close: async () => {
      await meet('close', world)
      await one.close()
    },
  })
  const store: WilfulStore = {
    calls: [],
    changes: [],
    always: undefined,
    refused: [],
    newer: undefined,
    hold(call, world) {
      const name = world === undefined ? call : `${call} ${world}`
      let release = () => {}
      held.set(name, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(name)
        release()
      }
    },
    place: 'a wilful store',
    open: async (world) => {
      await meet('open', world)
      return wrap(world, await inner.open(world))
    },
    check: () => meet('check', ''),
    has: (world) => inner.has(world),
    list: () => inner.list(),
    delete: async (world) => {
      await meet('delete', world)
      await inner.delete(world)
    },
    close: () => inner.close(),
  }
  return store
}

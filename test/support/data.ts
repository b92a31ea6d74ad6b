// The data of one world, on a store that a test controls.

import { BOUNDS } from '../../src/ground/bounds.ts'
import { Data } from '../../src/worlds/data.ts'
import type { Snapshot } from '../../src/worlds/store/store.ts'
import { createWilfulStore, type WilfulStore } from './stores.ts'

export const FIXTURES: Snapshot = {
  collections: {
    pets: [
      { id: 2, name: 'b' },
      { id: 4, name: 'd' },
      { id: 6, name: 'f' },
    ],
    orders: [{ id: 1, petId: 2 }],
  },
  nextIds: {},
}

/** The bytes that the fixtures take as JSON text. */
export const BYTES = [...(FIXTURES.collections.pets ?? []), ...(FIXTURES.collections.orders ?? [])].reduce(
  (bytes, item) => bytes + JSON.stringify(item).length,
  0,
)

export async function createData({
  store = createWilfulStore(),
  maxBytes = BOUNDS.worldBytes,
}: {
  store?: WilfulStore
  maxBytes?: number
} = {}) {
  const world = await store.open('w1')
  const data = new Data(world, FIXTURES, maxBytes)
  const ids = () => data.page('pets').items.map(({ id }) => id)
  /** Stores the changes so far. Rejects when the store refuses them. */
  const commit = (change: () => unknown = () => {}) => data.writes.carryOut(change) as Promise<unknown>
  return { store, data, ids, commit }
}

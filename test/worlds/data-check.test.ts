// The check of whole collections: which faults it finds, and how many of them it says.

import { expect, test } from 'vitest'
import { BOUNDS } from '../../src/ground/bounds.ts'
import { createDataCheck } from '../../src/worlds/data-check.ts'

/** An item has as many faults as its field `faults` says. */
const checkPet = (item: unknown, place: string) =>
  Array.from({ length: (item as { faults?: number }).faults ?? 0 }, (_, index) => ({ message: `${place} ${index}` }))
const shapes = { pets: { schema: 'Pet' }, orders: { schema: 'Order' } }
const checkData = createDataCheck(shapes, (schema) => (schema === 'Pet' ? (checkPet as never) : undefined))

test.each<[collections: Record<string, unknown>, faults: string[]]>([
  [{}, []],
  [{ pets: [], orders: [{ id: 1 }] }, []],
  [{ pets: [{ id: 1 }] }, []],
  [{ idempotencyKeys: [null] }, ['idempotencyKeys[0] must be an entry that the sandbox wrote: leave it out']],
  [{ cats: [] }, ['cats is not a collection; the collections are pets, orders']],
  [{ pets: {}, orders: null }, ['pets must be an array', 'orders must be an array']],
  [{ pets: [{ id: 1, faults: 1 }] }, ['pets[0] 0']],
  [
    {
      pets: [{ id: 1 }, { id: 1n }],
    },
    ['pets[1]: another item has the id 1 too'],
  ],
  [{ orders: [{ id: 1 }, { id: 2 }, { id: 2 }] }, ['orders[2]: another item has the id 2 too']],
])('%o', (collections, faults) => {
  expect(checkData({ collections } as never)).toEqual(faults)
})

test('a reader gets no list without end', () => {
  const many = (counts: readonly number[]) => ({ collections: { pets: counts.map((faults, id) => ({ id, faults })) } }) as never
  const faultsOf = (...counts: number[]) => checkData(many(counts))
  expect(faultsOf(BOUNDS.violationsPerValue + 5)).toHaveLength(BOUNDS.violationsPerValue)
  expect(faultsOf(BOUNDS.violationsPerValue - 1, 3, 3)).toHaveLength(BOUNDS.violationsPerValue + 2)
  expect(faultsOf(BOUNDS.violationsPerValue, 3)).toHaveLength(BOUNDS.violationsPerValue)
  expect(faultsOf(2)).toEqual(['pets[0] 0', 'pets[0] 1'])
})

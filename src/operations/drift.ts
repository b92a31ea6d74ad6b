// The service as a later version might be: what a campaign of faults changes for a whole run.

import type { Drift } from '../inject/faults.ts'
import type { Id } from '../worlds/collection.ts'
import type { Snapshot } from '../worlds/store/store.ts'

/** An odd number above 2^53. A program that keeps ids as floating-point numbers rounds it. */
const FIRST_ID = 9_007_199_254_740_995n

export const drifts: readonly Drift[] = [
  { name: 'new-fields', scenario: { name: 'new-fields' } },
  {
    name: 'new-status',
    // The last animal has a status that the contract does not know. The contract forbids such data, so only the replies have it.
    scenarioFor: ({ collections: { pets = [] } }) => ({
      operations: ['listPets', 'getPet'],
      steps: [
        {
          patch: [
            { op: 'test', path: '/id', value: pets.at(-1)?.id ?? 1 },
            { op: 'replace', path: '/status', value: 'reserved' },
          ],
        },
      ],
    }),
  },
  { name: 'big-ids', content: withBigIds },
]

/** Animals get odd ids above 2^53, and orders name the same animals as before. The next animal has an odd id too. */
function withBigIds(fixtures: Snapshot): Snapshot {
  const { pets = [], orders = [] } = fixtures.collections
  const ids = new Map(pets.map(({ id }, index) => [id, FIRST_ID + 2n * BigInt(index)]))
  const moved = {
    pets: pets.map((pet) => ({ ...pet, id: ids.get(pet.id) ?? pet.id })),
    orders: orders.map((order) => ({ ...order, petId: ids.get(order.petId as Id) ?? order.petId })),
  }
  return {
    collections: { ...fixtures.collections, ...moved },
    nextIds: { ...fixtures.nextIds, pets: FIRST_ID + 2n * BigInt(pets.length) },
  }
}

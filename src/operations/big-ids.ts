// The choice `big` of the assumption `ids`: ids that a double-precision number cannot hold. They are above 2^53, odd, and four apart, so
// each of them is rounded to a number of its own, which is never an id that was given out.

import type { Choices } from '../contract/assumptions.ts'
import type { Id } from '../worlds/collection.ts'
import type { Snapshot } from '../worlds/store/store.ts'

const FIRST = 2n ** 53n + 1n
const STEP = 4n

/** The first big id from here on. */
export function nextBigId(free: Id): Id {
  const past = BigInt(free) - FIRST
  return past <= 0n ? FIRST : FIRST + ((past + STEP - 1n) / STEP) * STEP
}

export const chooseIds = (fixtures: Snapshot, choices: Choices): Snapshot => (choices.ids === 'big' ? withBigIds(fixtures) : fixtures)

/** Orders name the same animals as before. */
function withBigIds(fixtures: Snapshot): Snapshot {
  const { pets = [], orders = [] } = fixtures.collections
  const ids = new Map(pets.map(({ id }, index) => [id, FIRST + STEP * BigInt(index)]))
  const moved = {
    pets: pets.map((pet) => ({ ...pet, id: ids.get(pet.id) ?? pet.id })),
    orders: orders.map((order) => ({ ...order, petId: ids.get(order.petId as Id) ?? order.petId })),
  }
  return {
    collections: { ...fixtures.collections, ...moved },
    nextIds: { ...fixtures.nextIds, pets: FIRST + STEP * BigInt(pets.length) },
  }
}

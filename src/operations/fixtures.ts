// Recipes for the content of a new world, one per collection.

import type { Recipe } from '../worlds/fixtures.ts'

const STATUSES = ['available', 'pending', 'sold'] as const
/** With the choice `known`, the categories have the numbers 1 to 6. */
export const CATEGORIES = 6

/** The first three animals have the three statuses. */
const pets: Recipe = {
  schema: 'Pet',
  count: 15,
  make: (faker, count) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: faker.animal.petName(),
      categoryId: faker.number.int({ min: 1, max: CATEGORIES }),
      status: STATUSES[index] ?? faker.helpers.arrayElement(STATUSES),
    })),
}

/** Each order has another animal that is pending or sold. Animals repeat only when there are too few. */
const orders: Recipe = {
  schema: 'Order',
  count: 5,
  make: (faker, count, { pets = [] }) => {
    const ordered = faker.helpers.shuffle(pets.filter(({ status }) => status !== 'available'))
    return Array.from({ length: ordered.length === 0 ? 0 : count }, (_, index) => ({
      id: index + 1,
      petId: ordered[index % ordered.length]?.id,
    }))
  },
}

export const recipes = { pets, orders }

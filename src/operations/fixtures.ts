// Recipes for what a world starts with, per collection, in the order in which they rest on each other.

import type { Recipe } from '../worlds/fixtures.ts'

const STATUSES = ['available', 'pending', 'sold'] as const
const CATEGORIES = 6

/** Animals with names that people give them; the first three have one status each. */
const pets: Recipe = {
  schema: 'Pet',
  always: ['status'],
  count: 15,
  make: (faker, count) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: faker.animal.petName(),
      categoryId: faker.number.int({ min: 1, max: CATEGORIES }),
      status: STATUSES[index] ?? faker.helpers.arrayElement(STATUSES),
    })),
}

/** Each order is of another animal that is pending or sold, as long as there are such. */
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

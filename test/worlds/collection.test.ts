// How calls find and change the items of a collection.

import { describe, expect, test } from 'vitest'
import { Collection, type Id, type Item } from '../../src/worlds/collection.ts'
import { createData, FIXTURES } from '../support/data.ts'

describe('collections', () => {
  test.each<[Id, Id | undefined]>([
    [1, undefined],
    [2, 2],
    [3, undefined],
    [4n, 4],
    [6, 6],
    [7, undefined],
  ])('only the item with the id is found: %s', async (id, found) => {
    const { data } = await createData()
    expect(data.find('pets', id)?.id).toBe(found)
    expect(data.remove('pets', id)?.id).toBe(found)
    expect(data.find('pets', id)).toBeUndefined()
    expect(data.page('pets').items).toHaveLength(found === undefined ? 3 : 2)
    expect(data.writes.isUntouched).toBe(found === undefined)
  })

  test('in an unknown collection nothing is found and nothing is removed', async () => {
    const { data } = await createData()
    expect(data.find('cats', 1)).toBeUndefined()
    expect(data.page('cats')).toEqual({ items: [], more: false })
    expect(data.remove('cats', 1)).toBeUndefined()
    expect(data.writes.isUntouched).toBe(true)
    expect(data.insert('cats', {})).toEqual({ id: 1 })
  })

  test('no call sees an item while it is hidden, and a change does not show it', async () => {
    const { data, ids } = await createData()
    let isOver = false
    const rex = data.insert('pets', { name: 'Rex' })
    data.hide(rex, () => isOver)
    data.hide({ id: 2, name: 'b' }, () => isOver)
    data.put('pets', { ...rex, name: 'Max' })
    expect(data.find('pets', 7)).toBeUndefined()
    expect(data.findStored('pets', 7)).toBeDefined()
    expect(ids()).toEqual([2, 4, 6])
    expect(data.page('pets', { limit: 3 }).more).toBe(false)
    isOver = true
    expect(ids()).toEqual([2, 4, 6, 7])
    expect(data.find('pets', 7)).toEqual({ id: 7, name: 'Max' })
  })

  test('an id is used only once, also when its item is removed', async () => {
    const { data } = await createData()
    expect(data.insert('pets', {})).toEqual({ id: 7 })
    data.remove('pets', 7)
    expect(data.insert('pets', {})).toEqual({ id: 8 })
    data.put('pets', { id: 2n ** 53n - 1n })
    expect(data.insert('pets', {})).toEqual({ id: 2n ** 53n })
  })

  test('after the last int64 the lowest ids that no item has are given out', async () => {
    const { data } = await createData()
    data.put('pets', { id: -1 })
    data.put('pets', { id: 2n ** 63n - 1n })
    expect([1, 2, 3].map(() => data.insert('pets', {}).id)).toEqual([1, 3, 5])
    data.remove('pets', 3)
    expect([1, 2].map(() => data.insert('pets', {}).id)).toEqual([3, 7])
  })

  test('a snapshot is a copy', async () => {
    const { data } = await createData()
    const before = data.snapshot()
    data.insert('pets', {})
    data.remove('pets', 2)
    data.put('pets', { id: 3 })
    expect(before.collections.pets).toEqual(FIXTURES.collections.pets)
    expect(before.nextIds).toEqual({ pets: 7, orders: 2 })
  })
})

/** A sequence of numbers that is the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const exact = (id: bigint): Id => (id > BigInt(Number.MAX_SAFE_INTEGER) ? id : Number(id))

test('a collection does what a plain list of its items would do, near zero and near the last safe integer', () => {
  for (let round = 1; round <= 200; round += 1) {
    const random = createRandom(round)
    const lowest = round % 4 === 0 ? BigInt(Number.MAX_SAFE_INTEGER) - 3n : 0n
    const createItem = (): Item => ({ id: exact(lowest + BigInt(random(8))), kind: random(2), mark: random(1000) })
    const list = new Map<bigint, Item>()
    for (let count = random(6); count > 0; count -= 1) {
      const item = createItem()
      list.set(BigInt(item.id), item)
    }
    const given = round % 3 === 0 ? undefined : exact(lowest + BigInt(random(12)))
    const collection = new Collection([...list.values()], given)
    const sorted = () => [...list.values()].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    let next = BigInt(sorted().at(-1)?.id ?? 0) + 1n
    if (given !== undefined && BigInt(given) > next) next = BigInt(given)
    for (let step = 0; step < 12; step += 1) {
      const item = createItem()
      const before = list.get(BigInt(item.id))
      if (random(3) === 0) {
        expect(collection.remove(random(2) === 0 ? item.id : BigInt(item.id))).toBe(before)
        list.delete(BigInt(item.id))
      } else {
        expect(collection.put(item)).toBe(before)
        list.set(BigInt(item.id), item)
        if (BigInt(item.id) >= next) next = BigInt(item.id) + 1n
      }
      expect(collection.items).toEqual(sorted())
      expect(collection.nextId).toBe(exact(next))
      let free = 1n
      while (list.has(free)) free += 1n
      expect(BigInt(collection.lowestFreeId)).toBe(free)
      const after = exact(lowest + BigInt(random(10)))
      const limit = random(4)
      const rest = sorted().filter(({ id, kind, mark }) => id > after && kind === 1 && Number(mark) % 3 > 0)
      const isHidden = ({ mark }: Item) => Number(mark) % 3 === 0
      const page = collection.page({ after, limit, where: { kind: 1 }, isHidden })
      expect(page).toEqual({ items: rest.slice(0, limit), more: rest.length > limit })
      expect(collection.page()).toEqual({ items: sorted(), more: false })
    }
  }
})

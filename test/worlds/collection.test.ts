// How calls find and change the items of a collection.

import { describe, expect, test } from 'vitest'
import type { Id, Item, PageOptions } from '../../src/worlds/collection.ts'
import { createData, FIXTURES } from '../support/data.ts'

describe('collections', () => {
  test.each<[string, Id, Id[]]>([
    ['before all', 1, [1, 2, 4, 6]],
    ['in the middle', 5, [2, 4, 5, 6]],
    ['behind all', 9, [2, 4, 6, 9]],
    ['beyond the safe integers', 2n ** 60n, [2, 4, 6, 2n ** 60n]],
    ['instead of another item', 4, [2, 4, 6]],
    ['instead of another item, with a bigint', 4n, [2, 4n, 6]],
  ])('an item is put at the place of its id: %s', async (_title, id, expected) => {
    const { data, ids } = await createData()
    data.put('pets', { id, name: 'new' })
    expect(ids()).toEqual(expected)
    expect(data.find('pets', id)).toEqual({ id, name: 'new' })
  })

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

  test.each<[PageOptions, Id[], boolean]>([
    [{}, [2, 4, 6], false],
    [{ limit: 2 }, [2, 4], true],
    [{ limit: 3 }, [2, 4, 6], false],
    [{ limit: 2, after: 2 }, [4, 6], false],
    [{ after: 3 }, [4, 6], false],
    [{ after: 4n }, [6], false],
    [{ after: 6 }, [], false],
    [{ where: { name: 'd' } }, [4], false],
    [{ where: { name: 'd' }, after: 4 }, [], false],
    [{ where: { name: 'x' } }, [], false],
    [{ where: { name: 'b' }, limit: 1 }, [2], false],
  ])('a page with %o', async (options, expected, more) => {
    const { data } = await createData()
    const page = data.page('pets', options)
    expect(page.items.map(({ id }) => id)).toEqual(expected)
    expect(page.more).toBe(more)
  })

  test('a full page with a filter says that more items follow', async () => {
    const { data } = await createData()
    data.put('pets', { id: 8, name: 'b' })
    expect(data.page('pets', { where: { name: 'b' }, limit: 1 })).toMatchObject({ items: [{ id: 2 }], more: true })
  })

  test('no call sees an item while it is hidden, and a change does not show it', async () => {
    const { data, ids } = await createData()
    let isOver = false
    const rex = data.insert('pets', { name: 'Rex' })
    data.hide(rex, () => isOver)
    data.hide({ id: 2, name: 'b' }, () => isOver)
    data.put('pets', { ...rex, name: 'Max' })
    expect(data.find('pets', 7)).toBeUndefined()
    expect(data.get('pets', 7)).toBeDefined()
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

  test('finding, paging, putting and removing thousands of items works as in a plain list', async () => {
    const { data } = await createData()
    const items = Array.from({ length: 3000 }, (_, index) => ({ id: 2 * index + 2, name: `n${index % 7}` }))
    data.set({ collections: { pets: items }, nextIds: {} })
    const model = new Map<number, { id: number; name: string }>(items.map((item) => [item.id, item]))
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let step = 0; step < 12_000; step += 1) {
      // First, many items are put between the others. Then more items are removed than put.
      const isRemoval = random(10) < (step < 4000 ? 2 : 8)
      const id = 1 + random(6100)
      expect(data.find('pets', id)).toBe(model.get(id))
      if (isRemoval) {
        expect(data.remove('pets', id)).toBe(model.get(id))
        model.delete(id)
      } else {
        const item = { id, name: `n${random(7)}` }
        data.put('pets', item)
        model.set(id, item)
      }
      if (step % 1000 !== 0) continue
      const sorted = [...model.values()].sort((a, b) => a.id - b.id)
      expect(data.snapshot().collections.pets).toEqual(sorted)
      const after = random(6100)
      const rest = sorted.filter((one) => one.id > after)
      expect(data.page('pets', { after, limit: 1500 })).toEqual({ items: rest.slice(0, 1500), more: rest.length > 1500 })
    }
    for (const id of model.keys()) data.remove('pets', id)
    expect(data.page('pets')).toEqual({ items: [], more: false })
    expect(data.insert('pets', {})).toMatchObject({ id: expect.any(Number) })
    expect(data.page('pets').items).toHaveLength(1)
  })

  test.each<[string, (index: number) => number]>([
    ['ascending', (index) => index],
    ['descending', (index) => 2600 - index],
    // 2601 and 1009 have no common factor, so every number comes once.
    ['mixed', (index) => (index * 1009) % 2601],
    ['most of them in the middle', (index) => (index < 2 ? index * 2600 : 2600 - index + 1)],
  ])('2,601 items that are put one by one are in the order of their ids: %s', async (_title, idOf) => {
    const { data } = await createData()
    data.set({ collections: { pets: [] }, nextIds: {} })
    const expected = Array.from({ length: 2601 }, (_, id) => ({ id }))
    for (let index = 0; index < expected.length; index += 1) data.put('pets', { id: idOf(index) })
    expect(data.page('pets').items).toEqual(expected)
    for (const { id } of expected) expect(data.find('pets', id)).toEqual({ id })
    for (const id of [511, 512, 1023, 1024, 1025])
      expect(data.page('pets', { after: id, limit: 2 }).items).toEqual(expected.slice(id + 1, id + 3))
    for (let id = 0; id < expected.length; id += 2) expect(data.remove('pets', id)).toEqual({ id })
    expect(data.page('pets').items).toEqual(expected.filter(({ id }) => id % 2 === 1))
    expect(data.insert('pets', {})).toEqual({ id: 2601 })
  })

  test.each([0, 1, 511, 512, 513, 1024, 1025, 2048])('%i items are paged to the end, and one more is put after them', async (count) => {
    const { data } = await createData()
    const items = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
    data.set({ collections: { pets: items }, nextIds: { pets: 5000 } })
    const seen: Item[] = []
    for (let more = true; more; ) {
      const page = data.page('pets', { after: seen.at(-1)?.id, limit: 100 })
      seen.push(...page.items)
      more = page.more
      expect(page.items.length === 100 || !more).toBe(true)
    }
    expect(seen).toEqual(items)
    expect(data.find('pets', count + 1)).toBeUndefined()
    expect(data.insert('pets', {})).toEqual({ id: 5000 })
    expect(data.page('pets').items).toHaveLength(count + 1)
    data.set({ collections: { pets: items }, nextIds: { pets: 0 } })
    expect(data.insert('pets', {})).toEqual({ id: count + 1 })
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

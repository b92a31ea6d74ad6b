// How calls find and change the items of a collection.

import { describe, expect, test } from 'vitest'
import type { Id, PageOptions } from '../../src/worlds/collection.ts'
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

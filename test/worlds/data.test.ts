// A world's data: what calls find in it, how changes are undone, and when they reach the store.

import { describe, expect, test } from 'vitest'
import type { Id, PageOptions } from '../../src/worlds/collection.ts'
import { Data } from '../../src/worlds/data.ts'
import type { Snapshot } from '../../src/worlds/store/store.ts'
import { start } from '../support/sandbox.ts'
import { createWilfulStore, type WilfulStore } from '../support/stores.ts'

const FIXTURES: Snapshot = {
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
const BYTES = [...(FIXTURES.collections.pets ?? []), ...(FIXTURES.collections.orders ?? [])].reduce(
  (bytes, item) => bytes + JSON.stringify(item).length,
  0,
)

async function createData({ store = createWilfulStore(), maxBytes }: { store?: WilfulStore; maxBytes?: number } = {}) {
  const world = await store.open('w1')
  const data = new Data({ store: world, saved: world.saved, fixtures: FIXTURES, maxBytes })
  const ids = () => data.page('pets').items.map(({ id }) => id)
  return { store, data, ids }
}

describe('collections', () => {
  test.each<[string, Id, Id[]]>([
    ['before all', 1, [1, 2, 4, 6]],
    ['in the middle', 5, [2, 4, 5, 6]],
    ['behind all', 9, [2, 4, 6, 9]],
    ['beyond the safe integers', 2n ** 60n, [2, 4, 6, 2n ** 60n]],
    ['in place of another', 4, [2, 4, 6]],
    ['in place of another, as a bigint', 4n, [2, 4n, 6]],
  ])('an item is put where its id belongs: %s', async (_title, id, expected) => {
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
  ])('an item is found by its id, and no other: %s', async (id, found) => {
    const { data } = await createData()
    expect(data.find('pets', id)?.id).toBe(found)
    expect(data.remove('pets', id)?.id).toBe(found)
    expect(data.find('pets', id)).toBeUndefined()
    expect(data.page('pets').items).toHaveLength(found === undefined ? 3 : 2)
    expect(data.changes).toBe(found === undefined ? 0 : 1)
  })

  test('of a collection that is none, nothing is found and nothing removed', async () => {
    const { data } = await createData()
    expect(data.find('cats', 1)).toBeUndefined()
    expect(data.page('cats')).toEqual({ items: [], more: false })
    expect(data.remove('cats', 1)).toBeUndefined()
    expect(data.changes).toBe(0)
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

  test('a page that a filter cuts says that more follow', async () => {
    const { data } = await createData()
    data.put('pets', { id: 8, name: 'b' })
    expect(data.page('pets', { where: { name: 'b' }, limit: 1 })).toMatchObject({ items: [{ id: 2 }], more: true })
  })

  test('a hidden item is seen by no call until that is over, and stays hidden when it is changed', async () => {
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

  test('an id is given out once, also when its item is removed', async () => {
    const { data } = await createData()
    expect(data.insert('pets', {})).toEqual({ id: 7 })
    data.remove('pets', 7)
    expect(data.insert('pets', {})).toEqual({ id: 8 })
    data.put('pets', { id: 2n ** 53n - 1n })
    expect(data.insert('pets', {})).toEqual({ id: 2n ** 53n })
    data.put('pets', { id: 2n ** 63n - 1n })
    expect(() => data.insert('pets', {})).toThrow('The ids of pets are used up')
  })

  test('thousands of items are found, paged, put and removed as in a plain list', async () => {
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
      // First many are put between the others, then more are removed than put.
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

describe('a change that the store refuses is undone', () => {
  test.each<[string, (data: Data) => unknown]>([
    ['a creation', (data) => data.insert('pets', { name: 'Rex' })],
    ['an item in the middle', (data) => data.put('pets', { id: 3, name: 'c' })],
    ['an item far away', (data) => data.put('pets', { id: 1000 })],
    ['a change of an item', (data) => data.put('pets', { id: 4, name: 'changed' })],
    ['a removal', (data) => data.remove('pets', 4)],
    ['the removal of the last item', (data) => data.remove('pets', 6)],
    ['other data', (data) => data.set({ collections: { pets: [{ id: 77 }] }, nextIds: {} })],
    [
      'several, the newest first',
      (data) => {
        data.put('pets', { id: 4, name: 'one' })
        data.put('pets', { id: 4, name: 'two' })
        data.remove('pets', 4)
        data.insert('pets', {})
        data.set({ collections: { pets: [{ id: 1 }] }, nextIds: {} })
        data.insert('pets', {})
        data.put('pets', { id: 1, name: 'new' })
      },
    ],
  ])('%s', async (_title, change) => {
    const { store, data } = await createData({ maxBytes: BYTES + 60 })
    data.hide(data.get('pets', 6) ?? {}, () => false)
    const before = data.snapshot()
    store.refused = ['append']
    change(data)
    await expect(data.commit()).rejects.toThrow('The change could not be stored: the store refuses append')
    expect(data.snapshot()).toStrictEqual(before)
    expect(data.find('pets', 6)).toBeUndefined()
    store.refused = []
    // The room is as before, by the byte.
    const filling = { name: 'x'.repeat(60 - '{"id":7,"name":""}'.length) }
    expect(data.insert('pets', filling)).toEqual({ id: 7, ...filling })
    expect(() => data.insert('pets', {})).toThrow('full')
    await data.commit()
  })

  test('with those that came while it was on its way, and no others', async () => {
    const { store, data, ids } = await createData()
    data.put('pets', { id: 10 })
    await data.commit()
    const release = store.hold('append')
    data.put('pets', { id: 11 })
    const first = data.commit()
    data.put('pets', { id: 12 })
    const second = data.commit()
    store.refused = ['append']
    release()
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(ids()).toEqual([2, 4, 6, 10])
    store.refused = []
    data.put('pets', { id: 13 })
    await data.commit()
    expect(ids()).toEqual([2, 4, 6, 10, 13])
  })

  test('also when the world has no snapshot yet', async () => {
    const { store, data, ids } = await createData()
    store.refused = ['fold']
    data.put('pets', { id: 10 })
    await expect(data.commit()).rejects.toThrow('the store refuses fold')
    expect(ids()).toEqual([2, 4, 6])
    store.refused = []
    data.put('pets', { id: 11 })
    await data.commit()
    expect(store.calls).toEqual(['open w1', 'fold w1', 'fold w1', 'append w1'])
  })

  test.each(['patch', 'put', 'reset'] as const)('by a test that plays the store: %s', async (call) => {
    const store = createWilfulStore()
    const sandbox = await start({ store })
    const world = sandbox.world('w1')
    await world.clock.set({ now: '2031-01-01T00:00:00Z', frozen: true })
    const before = await world.data.get()
    await world.data.patch('pets', 2, { name: 'Kept' })
    store.refused = ['append']
    const acts = {
      patch: () => world.data.patch('pets', 1, { name: 'X' }),
      put: () => world.data.put({ pets: [] }),
      reset: () => world.reset(),
    }
    await expect(acts[call]()).rejects.toThrow('The change could not be stored')
    const after = await world.data.get()
    expect(after.pets).toEqual(before.pets?.map((pet) => (pet.id === 2 ? { ...pet, name: 'Kept' } : pet)))
    expect(after.orders).toEqual(before.orders)
    expect(await world.clock.get()).toEqual({ now: '2031-01-01T00:00:00.000Z', frozen: true })
  })
})

describe('changes reach the store', () => {
  test('after the fixtures that they rest on, those of one moment together', async () => {
    const { store, data } = await createData()
    for (let index = 0; index < 5; index += 1) data.insert('pets', {})
    await Promise.all([data.commit(), data.commit()])
    expect(store.calls).toEqual(['open w1', 'fold w1', 'append w1'])
    const release = store.hold('append')
    const commits = Array.from({ length: 10 }, () => {
      data.insert('pets', {})
      return data.commit()
    })
    release()
    await Promise.all(commits)
    expect(store.calls).toEqual(['open w1', 'fold w1', 'append w1', 'append w1', 'append w1'])
    expect((await store.open('w1')).saved?.snapshot).toEqual(FIXTURES)
  })

  test('a commit waits for its own changes, and not for a fold', async () => {
    const { store, data } = await createData()
    data.insert('pets', {})
    await data.commit()
    store.isLong = true
    const release = store.hold('fold')
    data.insert('pets', {})
    await data.commit()
    expect(store.calls.slice(-2)).toEqual(['append w1', 'fold w1'])
    data.insert('pets', {})
    await data.commit()
    expect(store.calls.slice(-1)).toEqual(['append w1'])
    release()
    await data.close()
    expect((await store.open('w1')).saved).toMatchObject({ changes: [], snapshot: { nextIds: { pets: 10 } } })
  })

  test('are folded on a quiet moment, once; a fold that fails is tried again', async () => {
    const { store, data } = await createData()
    data.insert('pets', {})
    await data.commit()
    const folds = () => store.calls.filter((call) => call === 'fold w1').length
    expect(folds()).toBe(1)
    store.refused = ['fold']
    await expect.poll(folds, { timeout: 10_000 }).toBe(3)
    expect((await store.open('w1')).saved?.changes).toHaveLength(1)
    store.refused = []
    await expect.poll(async () => (await store.open('w1')).saved?.changes.length, { timeout: 10_000 }).toBe(0)
    expect(folds()).toBe(4)
    await data.close()
    expect(folds()).toBe(4)
  })

  test('also when the world is let go at once; what cannot be written then is said', async () => {
    const { store, data } = await createData()
    data.insert('pets', {})
    void data.commit()
    await data.close()
    expect((await store.open('w1')).saved).toMatchObject({ changes: [], snapshot: { nextIds: { pets: 8 } } })
    const again = await createData({ store })
    again.data.insert('pets', {})
    await again.data.commit()
    store.refused = ['fold']
    await expect(again.data.close()).rejects.toThrow('w1: could not be written: the store refuses fold')
    expect((await store.open('w1')).saved?.changes).toHaveLength(1)
  })

  test('nothing is written of a world without changes', async () => {
    const { store, data } = await createData()
    data.page('pets')
    await data.commit()
    await data.close()
    expect(store.calls).toEqual(['open w1'])
  })
})

describe('a world is bounded', () => {
  const REX = { name: 'Rëx', id: 7 }
  const SIZE = Buffer.byteLength(JSON.stringify(REX))

  test('creations stop where its items would take more, by the byte', async () => {
    for (const [maxBytes, fits] of [
      [BYTES + SIZE, true],
      [BYTES + SIZE - 1, false],
    ] as const) {
      const { data, ids } = await createData({ maxBytes })
      const create = () => data.insert('pets', { name: 'Rëx' })
      if (fits) create()
      else
        expect(create).toThrow(`This world is full: its items would take ${BYTES + SIZE} bytes, and --max-world-bytes allows ${maxBytes}`)
      expect(ids()).toHaveLength(fits ? 4 : 3)
      expect(data.changes).toBe(fits ? 1 : 0)
    }
  })

  test('reads, removals and smaller items go on, and make room', async () => {
    const { data, ids } = await createData({ maxBytes: BYTES })
    expect(() => data.put('pets', { id: 4, name: 'dd' })).toThrow('full')
    data.put('pets', { id: 4, name: 'e' })
    data.put('pets', { id: 4, name: '' })
    data.put('pets', { id: 4, name: 'd' })
    expect(() => data.insert('pets', {})).toThrow('full')
    data.remove('pets', 2)
    expect(data.insert('pets', { name: 'g' })).toEqual({ id: 7, name: 'g' })
    expect(() => data.insert('pets', {})).toThrow('full')
    expect(ids()).toEqual([4, 6, 7])
  })

  test('other data has to fit too, and a reset always does', async () => {
    const { data } = await createData({ maxBytes: BYTES })
    expect(() => data.set({ collections: { pets: [{ id: 1, name: 'x'.repeat(BYTES) }] }, nextIds: {} })).toThrow('full')
    data.set({ collections: { pets: [{ id: 1 }] }, nextIds: {} })
    data.insert('pets', { name: 'y' })
    data.set(FIXTURES)
    expect(() => data.insert('pets', {})).toThrow('full')
  })

  test('what was kept counts after a restart, with its changes', async () => {
    const { store, data } = await createData()
    data.insert('pets', { name: 'Rëx' })
    data.remove('pets', 2)
    data.put('pets', { id: 4, name: '' })
    await data.commit()
    const ORDER_BYTES = '{"id":1,"petId":2}'.length
    const bytes = data.snapshot().collections.pets?.reduce((sum, pet) => sum + Buffer.byteLength(JSON.stringify(pet)), ORDER_BYTES) ?? 0
    const again = await createData({ store, maxBytes: bytes + 8 })
    expect(() => again.data.insert('pets', { a: 1 })).toThrow('full')
    expect(again.data.insert('pets', {})).toEqual({ id: 8 })
    expect(() => again.data.insert('pets', {})).toThrow('full')
  })
})

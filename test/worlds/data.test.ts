// How refused changes are undone, and how many bytes a world may hold.

import { describe, expect, test } from 'vitest'
import type { Item } from '../../src/worlds/collection.ts'
import type { Data } from '../../src/worlds/data.ts'
import type { Change, Newer } from '../../src/worlds/store/store.ts'
import { BYTES, createData, FIXTURES } from '../support/data.ts'
import { start } from '../support/sandbox.ts'
import { createWilfulStore } from '../support/stores.ts'

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
      'several changes, the newest first',
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
    const { store, data, commit } = await createData({ maxBytes: BYTES + 60 })
    data.hide(data.findStored('pets', 6) ?? {}, () => false)
    const before = data.snapshot()
    store.refused = ['commit']
    await expect(commit(() => change(data))).rejects.toMatchObject({
      message: 'The change could not be stored: the store refuses commit',
      headers: { 'Retry-After': '1' },
      cause: new Error('the store refuses commit'),
    })
    expect(data.snapshot()).toStrictEqual(before)
    expect(data.find('pets', 6)).toBeUndefined()
    store.refused = []
    // There is as much room as before, to the byte.
    const filling = { name: 'x'.repeat(60 - '{"id":7,"name":""}'.length) }
    expect(data.insert('pets', filling)).toEqual({ id: 7, ...filling })
    expect(() => data.insert('pets', {})).toThrow('full')
    await commit()
  })

  test('together with the changes that came during its write, and no others', async () => {
    const { store, data, ids, commit } = await createData()
    await commit(() => data.put('pets', { id: 10 }))
    const release = store.hold('commit')
    const first = commit(() => data.put('pets', { id: 11 }))
    const second = commit(() => data.put('pets', { id: 12 }))
    store.refused = ['commit']
    release()
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(ids()).toEqual([2, 4, 6, 10])
    store.refused = []
    await commit(() => data.put('pets', { id: 13 }))
    expect(ids()).toEqual([2, 4, 6, 10, 13])
  })

  test('because its world was deleted meanwhile', async () => {
    const { store, data, ids, commit } = await createData()
    await commit(() => data.put('pets', { id: 10 }))
    const calls = store.calls.length
    await data.writes.close({ isDeleted: true })
    await expect(commit(() => data.put('pets', { id: 11 }))).rejects.toThrow('The change could not be stored: its world was deleted')
    expect(ids()).toEqual([2, 4, 6, 10])
    expect(store.calls.slice(calls)).toEqual(['close w1'])
  })

  test('also when it is the first change of the world', async () => {
    const { store, data, ids, commit } = await createData()
    store.refused = ['commit']
    await expect(commit(() => data.put('pets', { id: 10 }))).rejects.toThrow('the store refuses commit')
    expect(ids()).toEqual([2, 4, 6])
    store.refused = []
    await commit(() => data.put('pets', { id: 11 }))
    expect(store.calls).toEqual(['open w1', 'commit w1', 'commit w1'])
  })

  test.each(['patch', 'put', 'reset'] as const)('when a test changes data: %s', async (call) => {
    const store = createWilfulStore()
    const sandbox = await start({ store })
    const world = sandbox.world('w1')
    await world.clock.set({ now: '2031-01-01T00:00:00Z', frozen: true })
    const before = await world.data.get()
    await world.data.patch('pets', 2, { name: 'Kept' })
    store.refused = ['commit']
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

describe('what a call says rests on stored changes only', () => {
  test('a read and a refusal wait for the change that they rest on, and run again when it is refused', async () => {
    const { store, data, commit } = await createData()
    const find = (id: number) => commit(() => data.find('pets', id)?.name ?? 'none')
    const refuse = (id: number) =>
      commit(() => {
        if (data.find('pets', id) === undefined) throw new Error('no such pet')
      })
    const release = store.hold('commit')
    const change = commit(() => {
      data.put('pets', { id: 10, name: 'new' })
      data.remove('pets', 4)
    })
    const reads = [find(10), find(2)]
    const gone = refuse(4)
    store.refused = ['commit']
    release()
    await expect(change).rejects.toThrow('could not be stored')
    expect(await Promise.all(reads)).toEqual(['none', 'b'])
    await expect(gone).resolves.toBeUndefined()
  })

  test('work that rested on data that another process changed is done again', async () => {
    const { store, data, commit, ids } = await createData()
    await commit(() => data.insert('pets', {}))
    store.newer = [{ put: 'pets', item: { id: 8, name: 'theirs' } }]
    expect(await commit(() => data.insert('pets', { name: 'mine' }))).toEqual({ id: 9, name: 'mine' })
    store.newer = 'deleted'
    expect(await commit(() => data.insert('pets', { name: 'again' }))).toEqual({ id: 7, name: 'again' })
    expect(ids()).toEqual([2, 4, 6, 7])
  })
})

test('work is given up when others change the data a hundred times meanwhile', async () => {
  const { store, data, commit, ids } = await createData()
  await commit(() => data.insert('pets', {}))
  const { calls } = store
  calls.length = 0
  store.always = []
  await expect(commit(() => data.insert('pets', {}))).rejects.toThrow('Other processes change this world all the time: try again')
  expect([calls.length, ids()]).toEqual([100, [2, 4, 6, 7]])
})

describe('what the store has when others have changed a world that it did not have', () => {
  test.each<[string, Newer, number[], Change[]]>([
    ['others have stored it first', [{ set: FIXTURES }, { put: 'pets', item: { id: 9 } }], [2, 4, 6, 9, 10], []],
    ['others have only taken it', [], [2, 4, 6, 7], [{ set: FIXTURES }]],
    ['others have deleted it', 'deleted', [2, 4, 6, 7], [{ set: FIXTURES }]],
  ])('%s', async (_title, newer, after, first) => {
    const { store, data, commit, ids } = await createData()
    // An item that a scenario hides is shown, because the session with the scenario has ended.
    data.hide(data.findStored('pets', 6) ?? {}, () => false)
    let taken = 0
    data.onTaken = () => (taken += 1)
    store.newer = newer
    const created = (await commit(() => data.insert('pets', {}))) as Item
    expect([ids(), taken, data.writes.isUntouched]).toEqual([after, 1, false])
    expect(store.changes.at(-1)).toEqual([...first, { put: 'pets', item: created }])
    store.newer = 'deleted'
    await commit(() => data.remove('pets', 2))
    expect(ids()).toEqual([4, 6])
    expect(store.changes.at(-1)).toEqual([{ set: FIXTURES }, { remove: 'pets', id: 2 }])
  })

  test('a world that others deleted is untouched when the work changes nothing any more', async () => {
    const { store, data, commit } = await createData()
    await commit(() => data.insert('pets', {}))
    store.newer = 'deleted'
    expect(await commit(() => data.remove('pets', 7)?.id)).toBeUndefined()
    expect(store.changes).toHaveLength(2)
  })
})

describe('the size of a world is limited', () => {
  const REX = { name: 'Rëx', id: 7 }
  const SIZE = Buffer.byteLength(JSON.stringify(REX))

  test('items are refused exactly when they would exceed the limit', async () => {
    for (const [maxBytes, fits] of [
      [BYTES + SIZE, true],
      [BYTES + SIZE - 1, false],
    ] as const) {
      const { data, ids } = await createData({ maxBytes })
      const create = () => data.insert('pets', { name: 'Rëx' })
      if (fits) create()
      else
        expect(create).toThrow(
          `This world is full: its items would take ${BYTES + SIZE} bytes, and the bound of a world is ${maxBytes} (option maxWorldBytes)`,
        )
      expect(ids()).toHaveLength(fits ? 4 : 3)
      expect(data.writes.isUntouched).toBe(!fits)
    }
  })

  test('reads, removals and smaller items still work, and removals make room', async () => {
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

  test('a world over the limit takes what makes it no larger', async () => {
    const { data } = await createData({ maxBytes: BYTES - 5 })
    data.put('pets', { id: 4, name: 'x' })
    expect(() => data.put('pets', { id: 4, name: 'xx' })).toThrow(`would take ${BYTES + 1} bytes`)
    data.put('pets', { id: 4, name: '' })
    expect(() => data.insert('pets', {})).toThrow('full')
    expect([data.bytes, data.snapshot().collections.pets?.length]).toEqual([BYTES - 1, 3])
  })

  test('replaced data must also fit, and a reset always fits', async () => {
    const { data } = await createData({ maxBytes: BYTES })
    expect(() => data.set({ collections: { pets: [{ id: 1, name: 'x'.repeat(BYTES) }] }, nextIds: {} })).toThrow('full')
    data.set({ collections: { pets: [{ id: 1 }] }, nextIds: {} })
    data.insert('pets', { name: 'y' })
    data.set(FIXTURES)
    expect(() => data.insert('pets', {})).toThrow('full')
  })

  test('stored data counts after a restart, together with its changes', async () => {
    const { store, data, commit } = await createData()
    data.insert('pets', { name: 'Rëx' })
    data.remove('pets', 2)
    data.put('pets', { id: 4, name: '' })
    await commit()
    const ORDER_BYTES = '{"id":1,"petId":2}'.length
    const bytes = data.snapshot().collections.pets?.reduce((sum, pet) => sum + Buffer.byteLength(JSON.stringify(pet)), ORDER_BYTES) ?? 0
    const again = await createData({ store, maxBytes: bytes + 8 })
    expect(() => again.data.insert('pets', { a: 1 })).toThrow('full')
    expect(again.data.insert('pets', {})).toEqual({ id: 8 })
    expect(() => again.data.insert('pets', {})).toThrow('full')
  })
})

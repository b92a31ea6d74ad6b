// Rules for every store in the table, and for every future store.

import { describe, expect, test } from 'vitest'
import type { Item } from '../../src/worlds/collection.ts'
import { Data } from '../../src/worlds/data.ts'
import type { Change, Snapshot, Store } from '../../src/worlds/store/store.ts'
import { STORES } from '../support/stores.ts'

const REX: Item = { id: 16, name: 'Rex', categoryId: 9223372036854775807n }
const BELLO: Item = { id: 17, name: 'Bellö "von" Nebenan\n', categoryId: 1 }
const SNAPSHOT: Snapshot = { collections: { pets: [REX, BELLO], orders: [] }, nextIds: { pets: 18, orders: 1 } }
const put = (item: Item): Change => ({ put: 'pets', item })

/** The stored content of a world. Opens the world and closes it again. */
async function readSaved(store: Store, world: string) {
  const opened = await store.open(world)
  await opened.close()
  return opened.saved
}

describe.each(Object.entries(STORES))('%s', (_name, create) => {
  test('nothing is stored of a world that was never written', async () => {
    const { store } = await create()
    const world = await store.open('w1')
    expect(world.saved).toBeUndefined()
    expect(world.isLong()).toBe(false)
    await world.close()
    expect(await store.has('w1')).toBe(false)
    expect(await store.list()).toEqual([])
  })

  test('changes are read back in order and unchanged', async () => {
    const { store, reopen } = await create()
    const world = await store.open('w1')
    const changes: Change[] = [put(REX), { remove: 'pets', id: 9223372036854775807n }, { set: SNAPSHOT }, put(BELLO)]
    await world.append(changes.slice(0, 3))
    await world.append(changes.slice(3))
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual({ changes })
  })

  test('a fold replaces the snapshot and drops the changes before it', async () => {
    const { store, reopen } = await create()
    const world = await store.open('w1')
    await world.append([put({ id: 1 })])
    await world.fold({ collections: { pets: [{ id: 1 }] }, nextIds: { pets: 2 } })
    await world.append([put(REX)])
    await world.fold(SNAPSHOT)
    await world.append([put(BELLO)])
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual({ snapshot: SNAPSHOT, changes: [put(BELLO)] })
  })

  test('changes that are appended while a fold is under way are kept', async () => {
    const { store, reopen } = await create()
    const world = await store.open('w1')
    await world.append([put(REX), put(BELLO)])
    const folding = world.fold(SNAPSHOT)
    const later = Array.from({ length: 20 }, (_, index) => put({ id: 20 + index }))
    for (const change of later) await world.append([change])
    await folding
    await world.append([put({ id: 99 })])
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual({ snapshot: SNAPSHOT, changes: [...later, put({ id: 99 })] })
  })

  test('many changes count as long until they are folded', async () => {
    const { store } = await create()
    const world = await store.open('w1')
    const name = 'x'.repeat(5000)
    await world.append([put({ id: 1, name })])
    expect(world.isLong()).toBe(false)
    await world.append(Array.from({ length: 1001 }, (_, index) => put({ id: index, name })))
    expect(world.isLong()).toBe(true)
    await world.fold(SNAPSHOT)
    expect(world.isLong()).toBe(false)
    await world.close()
  })

  test('the changes of a large world count as long only when they are larger than the world', async () => {
    const { store } = await create()
    const world = await store.open('w1')
    const pets = Array.from({ length: 3000 }, (_, id) => ({ id, name: 'x'.repeat(5000) }))
    await world.fold({ collections: { pets }, nextIds: {} })
    await world.append(pets.slice(0, 2000).map(put))
    expect(world.isLong()).toBe(false)
    await world.append(pets.slice(0, 1100).map(put))
    expect(world.isLong()).toBe(true)
    await world.close()
  })

  test('a snapshot of many items is read back completely', async () => {
    const { store, reopen } = await create()
    const world = await store.open('w1')
    const pets = Array.from({ length: 5000 }, (_, id) => ({ id: id + 1, name: `Ünï ${id}`, note: 'a, b\n]' }))
    const snapshot = {
      collections: { pets, none: [], orders: [{ id: 2n ** 62n }] },
      nextIds: { pets: 5001, none: 1, orders: 2n ** 63n - 1n },
    }
    await world.fold(snapshot)
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual({ snapshot, changes: [] })
  })

  test('worlds are listed by name, with their size and the time of their last write', async () => {
    const { store, reopen } = await create()
    for (const name of ['b', 'a.log', 'a', 'a-b']) {
      const world = await store.open(name)
      await world.append([put(REX)])
      await world.fold(SNAPSHOT)
      await world.append([put(REX)])
      await world.close()
    }
    const list = await (await reopen()).list()
    expect(list.map(({ name }) => name)).toEqual(['a', 'a-b', 'a.log', 'b'])
    for (const { bytes, lastUse } of list) {
      expect(bytes).toBeGreaterThan(150)
      expect(bytes).toBeLessThan(400)
      expect(Math.abs(Date.now() - lastUse)).toBeLessThan(60_000)
    }
  })

  test('a world exists after its first write, and is gone after its deletion; other worlds stay', async () => {
    const { store, reopen } = await create()
    for (const name of ['w1', 'w2', 'w3']) {
      const world = await store.open(name)
      if (name !== 'w2') await world.fold(SNAPSHOT)
      if (name !== 'w3') await world.append([put(BELLO)])
      await world.close()
    }
    expect([await store.has('w1'), await store.has('w2'), await store.has('w3'), await store.has('w4')]).toEqual([true, true, true, false])
    await store.delete('w1')
    await store.delete('w2')
    await store.delete('w4')
    const after = await reopen()
    expect((await after.list()).map(({ name }) => name)).toEqual(['w3'])
    expect(await readSaved(after, 'w1')).toBeUndefined()
    expect(await readSaved(after, 'w2')).toBeUndefined()
    expect(await readSaved(after, 'w3')).toStrictEqual({ snapshot: SNAPSHOT, changes: [] })
  })

  test('later writes do not change the content at the opening', async () => {
    const { store } = await create()
    const first = await store.open('w1')
    await first.fold(SNAPSHOT)
    await first.append([put(REX)])
    await first.close()
    const second = await store.open('w1')
    await second.append([put(BELLO)])
    expect(second.saved).toStrictEqual({ snapshot: SNAPSHOT, changes: [put(REX)] })
    await second.close()
  })

  test('many parallel checks say that it takes changes', async () => {
    const { store } = await create()
    await expect(Promise.all(Array.from({ length: 50 }, () => store.check()))).resolves.toHaveLength(50)
  })

  test('400 worlds in use at once stay separate', async () => {
    const { store, reopen } = await create()
    const names = Array.from({ length: 400 }, (_, index) => `w${index}`)
    const worlds = await Promise.all(names.map((name) => store.open(name)))
    await Promise.all(
      worlds.map(async (world, index) => {
        await world.append([put({ id: index })])
        await world.append([put({ id: index + 1 })])
        if (index % 2 === 0) await world.fold({ collections: { pets: [{ id: index }] }, nextIds: {} })
        await world.append([put({ id: index + 2 })])
      }),
    )
    await Promise.all(worlds.map((world) => world.close()))
    const after = await reopen()
    const saved = await Promise.all(names.map((name) => readSaved(after, name)))
    expect(saved[8]).toStrictEqual({ snapshot: { collections: { pets: [{ id: 8 }] }, nextIds: {} }, changes: [put({ id: 10 })] })
    for (const [index, one] of saved.entries()) expect(one?.changes.at(-1)).toStrictEqual(put({ id: index + 2 }))
  })

  test('a world has all its changes, whenever its process ended', async () => {
    const { store, reopen } = await create()
    let current = store
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const fixtures = { collections: { pets: [{ id: 1 }, { id: 5 }], orders: [] }, nextIds: {} }
    for (let round = 0; round < 12; round += 1) {
      const world = await current.open('w1')
      const data = new Data({ store: world, saved: world.saved, fixtures })
      for (let step = 0; step < 20; step += 1) {
        const kind = random(8)
        if (kind < 4) data.insert('pets', { name: `${round}/${step}` })
        else if (kind < 5) data.put('pets', { id: random(30), name: 'put' })
        else if (kind < 7) data.remove('pets', random(30))
        else if (random(5) === 0) data.set(fixtures)
        if (random(2) === 0) await data.commit()
      }
      await data.commit()
      const before = data.snapshot()
      if (round % 3 === 0) await data.close()
      else await world.close()
      current = await reopen()
      const again = await current.open('w1')
      expect(new Data({ store: again, saved: again.saved, fixtures }).snapshot()).toStrictEqual(before)
      // Changes that are replayed over their own result change nothing.
      const saved = { snapshot: before, changes: again.saved?.changes ?? [] }
      expect(new Data({ store: again, saved, fixtures }).snapshot()).toStrictEqual(before)
      await again.close()
    }
  })
})

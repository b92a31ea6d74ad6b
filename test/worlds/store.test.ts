// Rules for every store in the table, and for every future store.

import { describe, expect, test } from 'vitest'
import { BOUNDS } from '../../src/ground/bounds.ts'
import type { Item } from '../../src/worlds/collection.ts'
import { Content } from '../../src/worlds/content.ts'
import { Data } from '../../src/worlds/data.ts'
import type { Change, Snapshot, Store } from '../../src/worlds/store/store.ts'
import { openWorld, SKIPPED, STORES } from '../support/stores.ts'

const REX: Item = { id: 16, name: 'Rex', categoryId: 9223372036854775807n }
const BELLO: Item = { id: 17, name: 'Bellö "von" Nebenan\n', categoryId: 1 }
const SNAPSHOT: Snapshot = { collections: { pets: [REX, BELLO], orders: [] }, nextIds: { pets: 18, orders: 1 } }
for (const line of SKIPPED) process.stderr.write(`${line}\n`)

const put = (item: Item): Change => ({ put: 'pets', item })

/** The stored content of a world. Opens the world and closes it again. */
async function readSaved(store: Store, world: string): Promise<Snapshot | undefined> {
  const opened = await store.open(world)
  const { saved } = opened
  await opened.close()
  return saved && new Content(saved).snapshot()
}

describe.each(Object.entries(STORES))('%s', (_name, create) => {
  test('nothing is stored of a world that was never written', async () => {
    const { store } = await create()
    const world = await openWorld(store, 'w1')
    expect(world.saved).toBeUndefined()
    expect(await world.commit([])).toBeUndefined()
    await world.close()
    expect(await store.has('w1')).toBe(false)
    expect(await store.list()).toEqual([])
  })

  test('the changes of several commits are applied in order, and ids stay exact', async () => {
    const { store, reopen } = await create()
    const world = await openWorld(store, 'w1')
    await world.commit([{ set: { collections: { pets: [{ id: 1 }], none: [] }, nextIds: { none: 7 } } }])
    await world.commit([put({ id: 2 }), put(REX), { remove: 'pets', id: 1 }])
    await world.commit([{ set: SNAPSHOT }, put(BELLO), { remove: 'pets', id: 3 }])
    await world.commit([put({ id: 2n ** 63n - 2n })])
    expect(world.isCurrent(), 'nobody else uses it').toBe(true)
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual({
      collections: { pets: [REX, BELLO, { id: 2n ** 63n - 2n }], orders: [] },
      nextIds: { pets: 2n ** 63n - 1n, orders: 1 },
    })
  })

  test('a snapshot of many items is read back completely', async () => {
    const { store, reopen } = await create()
    const world = await openWorld(store, 'w1')
    const pets = Array.from({ length: 2000 }, (_, id) => ({ id: id + 1, name: `Ünï ${id}`, note: 'a, b\n]' }))
    const snapshot = {
      collections: { pets, none: [], orders: [{ id: 2n ** 62n }] },
      nextIds: { pets: 2001, none: 1, orders: 2n ** 63n - 1n },
    }
    await world.commit([{ set: snapshot }])
    await world.close()
    expect(await readSaved(await reopen(), 'w1')).toStrictEqual(snapshot)
  })

  test('worlds are listed with their size and the time of their last write', async () => {
    const { store, reopen } = await create()
    for (const name of ['b', 'a.log', 'a', 'a-b']) {
      const world = await openWorld(store, name)
      await world.commit([{ set: SNAPSHOT }, put(REX)])
      await world.commit([put(BELLO)])
      await world.close()
    }
    const list = await (await reopen()).list()
    expect(list.map(({ name }) => name).sort()).toEqual(['a', 'a-b', 'a.log', 'b'])
    for (const { bytes, lastUse } of list) {
      expect(bytes).toBeGreaterThan(100)
      expect(bytes).toBeLessThan(1000)
      expect(Math.abs(Date.now() - lastUse)).toBeLessThan(60_000)
    }
  })

  test('a world exists after its first write, and is gone after its deletion; other worlds stay', async () => {
    const { store, reopen } = await create()
    for (const name of ['w1', 'w2', 'w3']) {
      const world = await openWorld(store, name)
      await world.commit([{ set: SNAPSHOT }])
      if (name !== 'w3') await world.commit([put(BELLO)])
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
    expect(await readSaved(after, 'w3')).toStrictEqual(SNAPSHOT)
  })

  test('later writes do not change the content at the opening', async () => {
    const { store } = await create()
    const first = await openWorld(store, 'w1')
    await first.commit([{ set: SNAPSHOT }])
    await first.close()
    const second = await openWorld(store, 'w1')
    await second.commit([put({ id: 99 })])
    expect(second.saved).toMatchObject(SNAPSHOT)
    await second.close()
  })

  test('many parallel checks say that it takes changes', async () => {
    const { store } = await create()
    await expect(Promise.all(Array.from({ length: 50 }, () => store.check()))).resolves.toHaveLength(50)
  })

  test('100 worlds in use at once stay separate', async () => {
    const { store, reopen } = await create()
    const names = Array.from({ length: 100 }, (_, index) => `w${index}`)
    const worlds = await Promise.all(names.map((name) => openWorld(store, name)))
    await Promise.all(
      worlds.map(async (world, index) => {
        await world.commit([{ set: { collections: { pets: [{ id: index }] }, nextIds: {} } }])
        for (let step = 1; step <= 3; step += 1) await world.commit([put({ id: index + step })])
      }),
    )
    await Promise.all(worlds.map((world) => world.close()))
    const after = await reopen()
    const saved = await Promise.all(names.map((name) => readSaved(after, name)))
    for (const [index, one] of saved.entries()) expect(one?.collections.pets?.map(({ id }) => Number(id) - index)).toEqual([0, 1, 2, 3])
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
      const data = new Data(world, fixtures, BOUNDS.worldBytes)
      for (let step = 0; step < 20; step += 1) {
        const kind = random(8)
        if (kind < 4) data.insert('pets', { name: `${round}/${step}` })
        else if (kind < 5) data.put('pets', { id: random(30), name: 'put' })
        else if (kind < 7) data.remove('pets', random(30))
        else if (random(5) === 0) data.set(fixtures)
        if (random(2) === 0) await data.writes.carryOut(() => {})
      }
      await data.writes.carryOut(() => {})
      const before = data.snapshot()
      if (round % 3 === 0) await data.writes.close()
      else await world.close()
      current = await reopen()
      const again = await current.open('w1')
      expect(again.saved && new Content(again.saved).snapshot()).toEqual(before)
      await again.close()
    }
  })
})

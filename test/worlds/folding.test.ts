// When the log of a world is folded into its snapshot.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory } from '../support/command.ts'
import { EVENT_MS } from '../support/patience.ts'
import { openWorld } from '../support/stores.ts'

const MEBIBYTE = 1024 * 1024

/** A world with a snapshot, whose next changes go to the log. */
async function createWorld() {
  const data = await createDirectory()
  const store = await openFileStore(data)
  const world = await openWorld(store, 'w1')
  let id = 0
  const add = (name = 'Rex') => {
    id += 1
    return world.commit([{ put: 'pets', item: { id, name } }])
  }
  await add()
  onTestFinished(async () => {
    await world.close()
    await store.close()
  })
  const snapshot = async () => JSON.parse(await readFile(join(data, 'w1.json'), 'utf8')) as { collections: { pets: unknown[] } }
  return { add, snapshot, world, data, log: join(data, 'w1.log') }
}

test('a long log is folded at once, while changes go on', async () => {
  const { add, snapshot, log } = await createWorld()
  let changes = 0
  let longest = 0
  for (let isShorter = false; !isShorter && changes < 100; changes += 1) {
    await add('x'.repeat(MEBIBYTE))
    const { size } = await stat(log).catch(() => ({ size: 0 }))
    isShorter = size < longest
    longest = Math.max(longest, size)
  }
  expect(longest).toBeLessThan(50 * MEBIBYTE)
  expect((await snapshot()).collections.pets.length).toBeGreaterThan(4)
})

test('a long log is folded without the changes that wait for the next write', async () => {
  const { add, snapshot, world, log } = await createWorld()
  for (let changes = 0; changes < 4; changes += 1) await add('x'.repeat(MEBIBYTE))
  const stored = add()
  world.content.apply({ put: 'pets', item: { id: 99, name: 'waits' } })
  await stored
  await expect.poll(() => existsSync(log), { timeout: EVENT_MS }).toBe(false)
  expect((await snapshot()).collections.pets).toMatchObject([1, 2, 3, 4, 5, 6].map((id) => ({ id })))
})

test('a fold that failed is tried again until it succeeds', async () => {
  const { add, snapshot, data, log } = await createWorld()
  const obstacle = join(data, '.w1.json.tmp')
  await mkdir(obstacle)
  await add()
  // The second try waits as long as the first, in real time. Nothing shows a failed try, and a late one only proves less.
  const tried = performance.now() + 1500
  await expect.poll(() => performance.now(), { timeout: EVENT_MS }).toBeGreaterThan(tried)
  expect(existsSync(log)).toBe(true)
  await rmdir(obstacle)
  await expect.poll(() => existsSync(log), { timeout: EVENT_MS }).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(2)
})

test('what was not folded is folded at the end', async () => {
  const { add, snapshot, world, log } = await createWorld()
  await add()
  await world.close()
  expect(existsSync(log)).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(2)
})

test('a log is folded a second after its last change, and never after the end', async () => {
  const { add, snapshot, world, data, log } = await createWorld()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await add()
  expect((await snapshot()).collections.pets).toHaveLength(1)
  vi.advanceTimersByTime(999)
  await add()
  vi.advanceTimersByTime(999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  await expect.poll(() => existsSync(log), { timeout: EVENT_MS }).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(3)
  expect(vi.getTimerCount()).toBe(0)
  await mkdir(join(data, '.w1.log.tmp'))
  await expect(add()).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(500)
  // A refused change does not delay the fold.
  await expect(add()).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(1)
  await world.close()
  expect(vi.getTimerCount()).toBe(0)
})

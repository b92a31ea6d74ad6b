// When the log of a world is folded into its snapshot.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '../../src/worlds/store/file-store.ts'
import { createDirectory } from '../support/command.ts'
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

test('a long log is folded, without the changes that wait for the next write', async () => {
  const { add, snapshot, world, log } = await createWorld()
  for (let changes = 0; changes < 4; changes += 1) await add('x'.repeat(MEBIBYTE))
  expect((await snapshot()).collections.pets).toHaveLength(1)
  const stored = add()
  world.content.apply({ put: 'pets', item: { id: 99, name: 'waits' } })
  await stored
  expect(existsSync(log)).toBe(false)
  expect((await snapshot()).collections.pets).toMatchObject([1, 2, 3, 4, 5, 6].map((id) => ({ id })))
})

test('a quiet log is folded', async () => {
  const { add, snapshot, log } = await createWorld()
  await add()
  expect(existsSync(log)).toBe(true)
  await expect.poll(() => existsSync(log), { timeout: 20_000 }).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(2)
})

test('a quiet fold that fails refuses no change, and the end folds again', async () => {
  const { add, snapshot, world, data, log } = await createWorld()
  const obstacle = join(data, '.w1.json.tmp')
  await mkdir(obstacle)
  await add()
  await setTimeout(1200)
  await add()
  expect(existsSync(log)).toBe(true)
  await rmdir(obstacle)
  await world.close()
  expect(existsSync(log)).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(3)
})

test('a long log that cannot be folded refuses changes until it can', async () => {
  const { add, snapshot, data, log } = await createWorld()
  for (let changes = 0; changes < 4; changes += 1) await add('x'.repeat(MEBIBYTE))
  await mkdir(join(data, '.w1.json.tmp'))
  await expect(add()).rejects.toThrow()
  await rmdir(join(data, '.w1.json.tmp'))
  await add()
  expect(existsSync(log)).toBe(false)
  expect((await snapshot()).collections.pets).toHaveLength(7)
})

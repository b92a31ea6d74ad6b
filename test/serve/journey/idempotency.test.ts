// The choice `honoured` of the assumption `idempotency`, over restarts, with parallel calls, and at its bound.

import { expect, test } from 'vitest'
import { recipes } from '../../../src/operations/fixtures.ts'
import type { Sandbox } from '../../../src/sandbox.ts'
import { createDirectory } from '../../support/command.ts'
import { start } from '../../support/sandbox.ts'

const ASSUME = { idempotency: 'honoured' }

async function create({ url }: Sandbox, key: string, name = 'Rex'): Promise<string> {
  const headers = { authorization: 'Bearer sandbox_enterprise_w1', 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) })
  return response.text()
}

test('a kept reply outlives the sandbox, and goes with a reset of its world', async () => {
  const data = await createDirectory()
  const before = await start({ data, assume: ASSUME })
  const first = await create(before, 'a')
  await before.close()
  const after = await start({ data, assume: ASSUME })
  expect(await create(after, 'a')).toBe(first)
  await after.world('w1').reset()
  const { pets = [] } = await after.world('w1').data.get()
  expect(pets).toHaveLength(15)
  expect(await create(after, 'a')).toBe(first)
  expect((await after.world('w1').data.get()).pets).toHaveLength(16)
})

test('ten parallel creations with one key make one animal', async () => {
  const sandbox = await start({ assume: ASSUME })
  const texts = await Promise.all(Array.from({ length: 10 }, () => create(sandbox, 'a')))
  expect(new Set(texts).size).toBe(1)
  expect((await sandbox.world('w1').data.get()).pets).toHaveLength(16)
})

test('a creation is undone when its world has no room for the kept reply', async () => {
  const sandbox = await start({ assume: ASSUME, maxWorldBytes: 2000 })
  expect(await create(sandbox, 'a', 'x'.repeat(500))).toContain('This world is full')
  expect((await sandbox.world('w1').data.get()).pets).toHaveLength(15)
})

test('a read with a key keeps nothing, and kept replies are no collection of the contract', async () => {
  const sandbox = await start({ assume: ASSUME })
  const headers = { authorization: 'Bearer sandbox_enterprise_w1', 'idempotency-key': 'a' }
  for (const method of ['GET', 'HEAD']) expect((await fetch(`${sandbox.url}/pets`, { method, headers })).status).toBe(200)
  const first = await create(sandbox, 'a')
  expect(first).toContain('"id":16')
  const { data } = sandbox.world('w1')
  const collections = await data.get()
  expect(Object.keys(collections)).toEqual(Object.keys(recipes))
  await data.put(collections)
  expect(await create(sandbox, 'a')).toBe(first)
})

test('the last 1,000 replies are kept', async () => {
  const sandbox = await start({ assume: ASSUME })
  await sandbox.world('w1').clock.set({ now: '2029-01-01T00:00:00Z' })
  const first = await create(sandbox, 'first')
  for (let index = 0; index < 1000; index += 50) {
    await sandbox.world('w1').clock.advance(1)
    await Promise.all(Array.from({ length: 50 }, (_, other) => create(sandbox, String(index + other))))
  }
  expect(await create(sandbox, 'first')).not.toBe(first)
  const { pets = [] } = await sandbox.world('w1').data.get()
  await create(sandbox, '999')
  expect((await sandbox.world('w1').data.get()).pets).toHaveLength(pets.length)
})

// Each test gets a world of its own, so that all of them may run at once.

import { expect, test } from '@jest/globals'
import { connectSandbox } from 'petstore-sandbox'
import { createClient } from './client.js'

const sandbox = await connectSandbox(process.env.PETSTORE_BASE_URL ?? 'http://127.0.0.1:4010')

/** A fresh world with the name of the test, and a client that works in it. `wanted` is a status that the test wants. */
async function inOwnWorld(wanted) {
  const name = expect.getState().currentTestName
  const world = sandbox.world(name.replaceAll(/\W/g, '-'))
  await world.reset()
  const headers = sandbox.case(name, wanted && { expect: wanted })
  return { world, client: createClient(sandbox.url, sandbox.key('free', world.name), headers) }
}

const listAll = (client) => Array.fromAsync(client.list())

test('works beside other tests', async () => {
  const { world, client } = await inOwnWorld()
  const { id } = await client.create({ name: 'Rex', categoryId: 1 })
  expect((await client.find(id)).name).toBe('Rex')
  expect(await listAll(client)).toHaveLength(16) // 15 that each world starts with, and one
  const [call] = await world.requests.list({ operation: 'createPet' })
  expect(call).toMatchObject({ violations: [], warnings: [] })
})

test('waits as long as Retry-After says', async () => {
  const { world, client } = await inOwnWorld()
  await world.scenarios.put([{ name: 'throttled-then-ok', parameters: { times: 1, 'retry-after': 1 } }])
  const began = performance.now()
  expect(await listAll(client)).toHaveLength(15)
  expect(performance.now() - began).toBeGreaterThanOrEqual(1000)
})

test('meets the limit of the day', async () => {
  const { world, client } = await inOwnWorld()
  await world.limits.set('free', { day: { remaining: 1 } })
  await expect(listAll(client)).rejects.toMatchObject({ status: 429 }) // the second page would have to wait for a day
  await world.clock.advance(86_400)
  expect(await listAll(client)).toHaveLength(15)
})

test('works after the removal of an operation in December 2030', async () => {
  const { world, client } = await inOwnWorld()
  await world.clock.set({ now: '2030-12-05T00:00:00Z' })
  expect(await listAll(client)).toHaveLength(15)
})

test('reports a wrong animal', async () => {
  const { client } = await inOwnWorld(400) // the report does not count this 400 as a mistake
  await expect(client.create({ name: 'Rex' })).rejects.toMatchObject({ status: 400 })
})

// Each test gets a world of its own, so that all of them may run at once.

import { connectSandbox, type WorldHandle } from 'petstore-sandbox'
import { test as base, describe } from 'vitest'
import { type Client, createClient } from './client.js'

const sandbox = await connectSandbox(process.env.PETSTORE_BASE_URL ?? 'http://127.0.0.1:4010')

/** `world` is a fresh world with the name of the test, and `client` works in it. `wanted` is a status that the test wants. */
const test = base.extend<{ wanted: number; world: WorldHandle; client: Client }>({
  wanted: 0,
  world: async ({ task }, use) => {
    const world = sandbox.world(task.name.replaceAll(/\W/g, '-'))
    await world.reset()
    await use(world)
  },
  client: ({ task, world, wanted }, use) => {
    const headers = sandbox.case(task.name, wanted ? { expect: wanted } : {})
    return use(createClient(sandbox.url, sandbox.key('free', world.name), headers))
  },
})

async function listAll(client: Client) {
  const pets = []
  for await (const pet of client.list()) pets.push(pet)
  return pets
}

test('works beside other tests', async ({ world, client, expect }) => {
  const { id } = await client.create({ name: 'Rex', categoryId: 1 })
  expect((await client.find(id))?.name).toBe('Rex')
  expect(await listAll(client)).toHaveLength(16) // 15 that each world starts with, and one
  const [call] = await world.requests.list({ operation: 'createPet' })
  expect(call).toMatchObject({ violations: [], warnings: [] })
})

test('waits as long as Retry-After says', async ({ world, client, expect }) => {
  await world.scenarios.put([{ name: 'throttled-then-ok', parameters: { times: 1, 'retry-after': 1 } }])
  const began = performance.now()
  expect(await listAll(client)).toHaveLength(15)
  expect(performance.now() - began).toBeGreaterThanOrEqual(1000)
})

test('meets the limit of the day', async ({ world, client, expect }) => {
  await world.limits.set('free', { day: { remaining: 1 } })
  await expect(listAll(client)).rejects.toMatchObject({ status: 429 }) // the second page would have to wait for a day
  await world.clock.advance(86_400)
  expect(await listAll(client)).toHaveLength(15)
})

test('works after the removal of an operation in December 2030', async ({ world, client, expect }) => {
  await world.clock.set({ now: '2030-12-05T00:00:00Z' })
  expect(await listAll(client)).toHaveLength(15)
})

describe('with a status that the test wants', () => {
  test.scoped({ wanted: 400 }) // the report does not count this 400 as a mistake

  test('reports a wrong animal', async ({ client, expect }) => {
    await expect(client.create({ name: 'Rex' } as never)).rejects.toMatchObject({ status: 400 })
  })
})

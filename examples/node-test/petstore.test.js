// Each test gets a world of its own, so that all of them may run at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectSandbox } from 'petstore-sandbox'
import { createClient } from './client.js'

const sandbox = await connectSandbox(process.env.PETSTORE_BASE_URL ?? 'http://127.0.0.1:4010')

/** A fresh world with the name of the test, and a client that works in it. `expect` is a status that the test wants. */
async function inOwnWorld({ name }, expect) {
  const world = sandbox.world(name.replaceAll(/\W/g, '-'))
  await world.reset()
  const headers = sandbox.case(name, expect && { expect })
  return { world, client: createClient(sandbox.url, sandbox.key('free', world.name), headers) }
}

const listAll = (client) => Array.fromAsync(client.list())

test('works beside other tests', async (context) => {
  const { world, client } = await inOwnWorld(context)
  const { id } = await client.create({ name: 'Rex', categoryId: 1 })
  assert.equal((await client.find(id)).name, 'Rex')
  assert.equal((await listAll(client)).length, 16) // 15 that each world starts with, and one
  const [call] = await world.requests.list({ operation: 'createPet' })
  assert.deepEqual([call.violations, call.warnings], [[], []])
})

test('waits as long as Retry-After says', async (context) => {
  const { world, client } = await inOwnWorld(context)
  await world.scenarios.put([{ name: 'throttled-then-ok', parameters: { times: 1, 'retry-after': 1 } }])
  const began = performance.now()
  assert.equal((await listAll(client)).length, 15)
  assert(performance.now() - began >= 1000)
})

test('meets the limit of the day', async (context) => {
  const { world, client } = await inOwnWorld(context)
  await world.limits.set('free', { day: { remaining: 1 } })
  await assert.rejects(listAll(client), { status: 429 }) // the second page would have to wait for a day
  await world.clock.advance(86_400)
  assert.equal((await listAll(client)).length, 15)
})

test('works after the removal of an operation in December 2030', async (context) => {
  const { world, client } = await inOwnWorld(context)
  await world.clock.set({ now: '2030-12-05T00:00:00Z' })
  assert.equal((await listAll(client)).length, 15)
})

test('reports a wrong animal', async (context) => {
  const { client } = await inOwnWorld(context, 400) // the report does not count this 400 as a mistake
  await assert.rejects(client.create({ name: 'Rex' }), { status: 400 })
})

// Each test gets a world of its own, so that all of them may run at once.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { assertVerdict, startSandbox } from 'petstore-sandbox'

const sandbox = await startSandbox()
after(async () => {
  const report = await sandbox.report()
  await sandbox.close()
  assertVerdict(report) // fails when the client broke a rule
})

/** A client, and the world that it calls. */
function inOwnWorld() {
  const world = sandbox.world(randomUUID())
  return { world, client: createClient(sandbox.url, sandbox.key('free', world.name)) }
}

/** Stands for your own client. */
function createClient(url, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    list: () => fetch(`${url}/pets?limit=100`, { headers }),
    get: (id, more = {}) => fetch(`${url}/pets/${id}`, { headers: { ...headers, ...more } }),
    create: (pet) => fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(pet) }),
  }
}

suite('the client', { concurrency: true }, () => {
  for (const number of [1, 2, 3]) {
    test(`works beside other tests (${number})`, async () => {
      const { client } = inOwnWorld()
      await client.create({ name: `Rex ${number}`, categoryId: 1 })
      const pets = await (await client.list()).json()
      assert.equal(pets.length, 16) // 15 that each world starts with, and one
      assert.equal(pets.at(-1).name, `Rex ${number}`)
    })
  }

  test('meets the limit of the day', async () => {
    const { world, client } = inOwnWorld()
    await world.limits.set('free', { day: { remaining: 1 } })
    assert.equal((await client.list()).status, 200)
    const refused = await client.list()
    assert.equal(refused.status, 429)
    const seconds = Number(refused.headers.get('retry-after'))
    assert(seconds > 86_000)
    await world.clock.advance(seconds)
    assert.equal((await client.list()).status, 200)
  })

  test('meets the removal of an operation in December 2030', async () => {
    const { world, client } = inOwnWorld()
    await world.clock.set({ now: '2030-12-04T23:59:59Z', frozen: true })
    assert.equal((await client.get(1)).status, 200)
    await world.clock.advance(1)
    // Tells the report of the sandbox that this test wants the 404.
    const meant = { 'sandbox-case': '"removal of getPet";expect=404' }
    const removed = await client.get(1, meant)
    assert.equal(removed.status, 404)
    assert.equal((await removed.json()).code, 'operation_removed')
  })

  test('calls some time later', async () => {
    const { world, client } = inOwnWorld()
    setTimeout(() => client.create({ name: 'Rex', categoryId: 1 }), 100) // a job in the background
    const [call] = await world.requests.list({ operation: 'createPet', count: 1, wait: 5 })
    assert.equal(call.reply.status, 201)
  })

  test('sends what the contract asks for', async () => {
    const { world, client } = inOwnWorld()
    await client.create({ name: 'Rex', categoryId: 1 })
    const [call] = await world.requests.list({ operation: 'createPet' })
    assert.deepEqual(JSON.parse(call.request.body.text), { name: 'Rex', categoryId: 1 })
    assert.deepEqual(call.violations, [])
    assert.deepEqual(call.warnings, [])
  })
})

// Each test gets a world of its own, so that all of them may run at once.

import { assertVerdict, startSandbox, type WorldHandle } from 'petstore-sandbox'
import { afterAll, test as base, describe } from 'vitest'

const sandbox = await startSandbox()
afterAll(async () => {
  const report = await sandbox.report()
  await sandbox.close()
  assertVerdict(report) // fails when the client broke a rule
})

/** The client of the test, and the world that it calls. */
const test = base.extend<{ world: WorldHandle; client: Client }>({
  world: ({ task }, use) => use(sandbox.world(`test${task.id}`)),
  client: ({ world }, use) => use(createClient(sandbox.url, sandbox.key('free', world.name))),
})

/** Stands for your own client. */
type Client = ReturnType<typeof createClient>
function createClient(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    list: () => fetch(`${url}/pets?limit=100`, { headers }),
    get: (id: number, more = {}) => fetch(`${url}/pets/${id}`, { headers: { ...headers, ...more } }),
    create: (pet: object) => fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(pet) }),
  }
}

describe.concurrent('the client', () => {
  test.for([1, 2, 3])('works beside other tests (%i)', async (number, { client, expect }) => {
    await client.create({ name: `Rex ${number}`, categoryId: 1 })
    const pets = await (await client.list()).json()
    expect(pets).toHaveLength(16) // 15 that each world starts with, and one
    expect(pets.at(-1).name).toBe(`Rex ${number}`)
  })

  test('meets the limit of the day', async ({ world, client, expect }) => {
    await world.limits.set('free', { day: { remaining: 1 } })
    expect((await client.list()).status).toBe(200)
    const refused = await client.list()
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(86_000)
    await world.clock.advance(seconds)
    expect((await client.list()).status).toBe(200)
  })

  test('meets the removal of an operation in December 2030', async ({ world, client, expect }) => {
    await world.clock.set({ now: '2030-12-04T23:59:59Z', frozen: true })
    expect((await client.get(1)).status).toBe(200)
    await world.clock.advance(1)
    // Tells the report of the sandbox that this test wants the 404.
    const meant = { 'sandbox-case': '"removal of getPet";expect=404' }
    const removed = await client.get(1, meant)
    expect(removed.status).toBe(404)
    expect(await removed.json()).toMatchObject({ code: 'operation_removed' })
  })

  test('calls some time later', async ({ world, client, expect }) => {
    setTimeout(() => client.create({ name: 'Rex', categoryId: 1 }), 100) // a job in the background
    const [call] = await world.requests.list({ operation: 'createPet', count: 1, wait: 5 })
    expect(call?.reply?.status).toBe(201)
  })

  test('sends what the contract asks for', async ({ world, client, expect }) => {
    await client.create({ name: 'Rex', categoryId: 1 })
    const [call] = await world.requests.list({ operation: 'createPet' })
    expect(JSON.parse(call?.request.body?.text ?? '')).toEqual({ name: 'Rex', categoryId: 1 })
    expect(call?.violations).toEqual([])
    expect(call?.warnings).toEqual([])
  })
})

// The calls of a handle. Each row of the first table is played on the handles of startSandbox and of connectSandbox.

import { describe, expect, onTestFinished, test } from 'vitest'
import { connectSandbox, type SandboxHandle, type WorldHandle } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'

type Act = (world: WorldHandle, sandbox: SandboxHandle) => Promise<unknown>

const REX = { name: 'Rex', categoryId: 1, status: 'sold' }
const HUGE = 9_007_199_254_740_993n
const NOON = { now: '2030-12-05T12:00:00.000Z', frozen: true }

/** Calls the contract in a world. Returns the statuses. */
async function call(sandbox: SandboxHandle, world: string, ...paths: string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const path of paths) {
    const { status } = await fetch(sandbox.url + path, { headers: { authorization: `Bearer ${sandbox.key('free', world)}` } })
    statuses.push(status)
  }
  return statuses
}

/** The part of a value that is the same in every sandbox at any time. */
const steady = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_name, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'null', (name, inner) =>
    CHANGING.has(name) || (name === 'now' && !inner.startsWith('2030')) ? typeof inner : inner,
  )

const CHANGING = new Set(
  'lastUse id use real monotonic world address origin target headers reset resets retryAfter Date startedDateTime'.split(' '),
)

const WORKS: readonly [title: string, act: Act, expected: unknown][] = [
  ['a world is created when it is read', (world) => world.clock.get(), { frozen: false }],
  ['a world describes itself', (world) => world.get(), { name: 'w1', alive: true, scenarios: [] }],
  ['a reset creates the world', (world) => world.reset(), { name: 'w1', alive: true }],
  [
    'a world that is deleted is gone',
    async (world, { worlds }) => [await world.reset(), await world.delete(), await worlds.list()],
    { 2: [] },
  ],
  [
    'the report of a missing world can be cleared',
    async (world, { worlds }) => [await world.clearReport(), await worlds.list()],
    { 1: [] },
  ],
  ['a missing world can be deleted', (world) => world.delete(), undefined],
  ['a clock is set and frozen', (world) => world.clock.set({ now: '2030-12-05T12:00:00Z', frozen: true }), NOON],
  ['a clock takes a Date', (world) => world.clock.set({ now: new Date(NOON.now), frozen: true }), NOON],
  ['a clock takes milliseconds', (world) => world.clock.set({ now: Date.parse(NOON.now), frozen: true }), NOON],
  ['a clock takes a day', (world) => world.clock.set({ now: '2030-12-05', frozen: true }), { now: '2030-12-05T00:00:00.000Z' }],
  [
    'a clock moves on',
    async ({ clock }) => [await clock.set(NOON), await clock.advance(61.5)],
    [NOON, { now: '2030-12-05T12:01:01.500Z', frozen: true }],
  ],
  [
    'data is read completely',
    async ({ data }) => Object.entries(await data.get()).map(([name, items]) => [name, items.length]),
    [
      ['pets', 15],
      ['orders', 5],
    ],
  ],
  ['data is replaced', ({ data }) => data.put({ pets: [{ id: 7, ...REX }], orders: [] }), { pets: [{ id: 7, ...REX }], orders: [] }],
  ['an item is added under the next id', ({ data }) => data.add('pets', REX), { id: 16, ...REX }],
  [
    'an item is added under an id beyond 2^53',
    ({ data }) => data.add('pets', { id: HUGE, ...REX, categoryId: HUGE }),
    { id: HUGE, ...REX, categoryId: HUGE },
  ],
  [
    'an item beyond 2^53 is changed, read and removed',
    async ({ data }) => {
      await data.add('pets', { id: HUGE, ...REX })
      const changed = await data.patch('pets', HUGE, { status: 'pending' })
      const { pets = [] } = await data.get()
      return [changed, pets.at(-1)?.id, await data.remove('pets', HUGE), (await data.get()).pets?.length]
    },
    [{ id: HUGE, ...REX, status: 'pending' }, HUGE, undefined, 15],
  ],
  [
    'a small id stays a number, even when a bigint was given',
    ({ data }) => data.patch('pets', 1n, { status: 'sold' }),
    { id: 1, status: 'sold' },
  ],
  [
    'limits are read',
    ({ limits }) => limits.get('free'),
    { minute: { limit: 60, remaining: 60, resets: null }, day: { limit: 1000 }, ban: null },
  ],
  [
    'limits are set',
    ({ limits }) => limits.set('free', { remaining: 2, day: { limit: 5, remaining: 3 }, ban: null }),
    { minute: { remaining: 2 }, day: { limit: 5, remaining: 3 } },
  ],
  [
    'scenarios are put, met and cleared',
    async ({ scenarios }, sandbox) => {
      const put = await scenarios.put([{ name: 'flaky', parameters: { failures: 1 }, operations: ['listPets'] }])
      const statuses = await call(sandbox, 'w1', '/pets', '/pets')
      return [put, statuses, await scenarios.get(), await scenarios.clear(), await scenarios.get()]
    },
    [[{ name: 'flaky', met: 0, over: false }], [500, 200], [{ name: 'flaky', met: 1, over: true }], undefined, []],
  ],
  ['steps are put inline', ({ scenarios }) => scenarios.put([{ steps: [{ respond: { status: 418 } }] }]), [{ name: 'inline', met: 0 }]],
  ['an id with half a surrogate pair is not found', (world) => world.requests.find('\ud800'), undefined],
  ['the journal of a new world is empty', (world) => world.requests.list(), []],
  [
    'the journal is listed, filtered and found by id',
    async ({ requests }, sandbox) => {
      await call(sandbox, 'w1', '/pets', '/pets/99')
      const all = await requests.list({ count: 2, wait: 30 })
      const [missing] = await requests.list({ status: 404 })
      return [all, await requests.find(missing?.id ?? ''), (await sandbox.requests.list({ status: '4XX' })).length]
    },
    [[{ operation: 'listPets' }, { operation: 'getPet' }], { operation: 'getPet', reply: { status: 404 } }, 1],
  ],
  [
    'an unknown request is not found',
    ({ requests }) => Promise.all(['req_a_1', '', '../x', 'x'.repeat(200)].map(requests.find)),
    [undefined, undefined, undefined, undefined],
  ],
  ['a wait that takes too long returns the requests that have come', (world) => world.requests.list({ count: 2, wait: 0.05 }), []],
  [
    'the journal is cleared, of one world and of all worlds',
    async ({ requests }, sandbox) => {
      await call(sandbox, 'w1', '/pets')
      await call(sandbox, 'w2', '/pets')
      const counts = [await requests.clear(), (await requests.list()).length, (await sandbox.requests.list()).length]
      return [...counts, await sandbox.requests.clear(), (await sandbox.requests.list()).length]
    },
    [undefined, 0, 1, undefined, 0],
  ],
  [
    'the journal is exported as HAR',
    async ({ requests }, sandbox) => {
      await call(sandbox, 'w1', '/pets?limit=2')
      await requests.list({ wait: 30 })
      const { log } = (await requests.har({ operation: 'listPets' })) as {
        log: { version: string; entries: { response: { status: number } }[] }
      }
      return [log.version, log.entries.map(({ response }) => response.status)]
    },
    ['1.2', [200]],
  ],
  [
    'events are followed, beginning with the call',
    async (world, sandbox) => {
      const events = await world.events()
      await world.clock.set(NOON)
      await call(sandbox, 'w1', '/pets')
      const seen: unknown[] = []
      for await (const event of events) {
        seen.push(event.type === 'changed' ? event.change.what : event.type)
        if (seen.length === 3) break
      }
      return seen
    },
    ['clock', 'replied', 'closed'],
  ],
  [
    'events of all worlds are followed; close() ends the loop',
    async (_world, sandbox) => {
      const events = await sandbox.events()
      await sandbox.world('b').reset()
      const seen: unknown[] = []
      for await (const event of events) {
        seen.push(event.type === 'changed' && [event.change.world, event.change.what])
        events.close()
      }
      return seen
    },
    [['b', 'reset']],
  ],
  [
    'worlds are listed, looked for and reset',
    async (world, { worlds }) => {
      await world.data.remove('pets', 1)
      const found = [await worlds.has('w1'), await worlds.has('w2'), await worlds.has('../x'), await worlds.has('\ud800')]
      const reset = (await worlds.reset()).map(({ name }) => name)
      return [(await worlds.list()).map(({ name }) => name), found, reset, (await world.data.get()).pets?.length]
    },
    [['w1'], [true, false, false, false], ['w1'], 15],
  ],
  [
    'the catalogue is listed',
    async (_world, sandbox) => (await sandbox.scenarios()).find(({ name }) => name === 'flaky'),
    { parameters: { failures: { default: 2 } } },
  ],
  ['the assumptions are listed', async (_world, sandbox) => (await sandbox.assumptions()).map(({ id }) => id).includes('paging'), true],
  ['a sandbox is healthy', (_world, sandbox) => sandbox.health(), { status: 'ok' }],
  ['a sandbox has versions', (_world, sandbox) => sandbox.versions(), { contract: { title: 'Pet Store', version: '1.0.0' } }],
  [
    'a sandbox has plans and keys',
    async (_world, { plans, key }) => [plans, key(), key('pro', 'w3')],
    [['free', 'pro', 'business', 'enterprise'], 'sandbox_free', 'sandbox_pro_w3'],
  ],
  ['a sandbox has the address for clients', async (_world, { url, origin }) => url.slice(origin.length), '/v1'],
]

describe('each works on both handles', () => {
  test.each(WORKS)('%s', async (_title, act, expected) => {
    const own = await start()
    // It knows only the address.
    const remote = await connectSandbox((await start()).url)
    onTestFinished(() => remote.close())
    const [told, toldFar] = await Promise.all([own, remote].map((sandbox) => act(sandbox.world('w1'), sandbox)))
    if (typeof expected === 'object') expect(told).toMatchObject(expected as object)
    else expect(told).toEqual(expected)
    expect(steady(toldFar)).toEqual(steady(told))
  })
})

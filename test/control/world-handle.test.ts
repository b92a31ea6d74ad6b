// The handle of a world refuses wrong values, and then nothing changes.

import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox.ts'
import { start, startWithClient } from '../support/sandbox.ts'

type World = ReturnType<Sandbox['world']>

describe('wrong values are refused', () => {
  test.each<[string, (world: World) => Promise<unknown>, RegExp]>([
    [
      'a time out of range',
      (world) => world.clock.set({ now: 1e15 }),
      /now must be a time from 1970 to 9998, for example 2030-12-05T00:00:01Z, got 1000000000000000/,
    ],
    ['a leap out of range', (world) => world.clock.advance(1e15), /seconds must lead to a time from 1970 to 9998/],
    ['a leap back before 1970', (world) => world.clock.advance(-1e10), /seconds must lead to a time/],
    ['seconds that are not a number', (world) => world.clock.advance(Number.NaN), /seconds must be a number, got NaN/],
    ['a text that is not a time', (world) => world.clock.set({ now: 'soon' }), /now must be a time from 1970 to 9998, .*, got "soon"/],
    [
      'more remaining than the limit',
      (world) => world.limits.set('free', { remaining: 61 }),
      /remaining must be at most 60, the limit of the minute/,
    ],
    [
      'part of a request',
      (world) => world.limits.set('free', { minute: { limit: 1.5 } }),
      /minute.limit must be a whole number from 0, got 1.5/,
    ],
    [
      'a window without length',
      (world) => world.limits.set('free', { minute: { seconds: 0 } }),
      /minute.seconds must be a whole number from 2 to/,
    ],
    [
      'a text for a number',
      (world) => world.limits.set('free', { remaining: 'two' } as never),
      /remaining must be a whole number from 0, got "two"/,
    ],
    ['an object for a number', (world) => world.limits.set('free', { remaining: {} } as never), /got an object/],
    [
      'a number for a window',
      (world) => world.limits.set('free', { day: 5 } as never),
      /day must be an object with limit, seconds, remaining, got 5/,
    ],
    [
      'more requests than the limit of the day',
      (world) => world.limits.set('free', { day: { remaining: 1001 } }),
      /day.remaining must be at most 1000, the limit of the day/,
    ],
    ['a ban', (world) => world.limits.set('free', { ban: 5 } as never), /ban can only be lifted: send null, got 5/],
    ['an unknown plan', (world) => world.limits.get('gold'), /gold is not a plan; the plans are free, pro/],
    ['an item that breaks the contract', (world) => world.data.patch('pets', 1, { status: 'lost' }), /status must be one of available/],
    [
      'an item of an unknown collection',
      (world) => world.data.patch('pots', 1, {}),
      /pots is not a collection; the collections are pets, orders/,
    ],
    [
      'an unknown limit',
      (world) => world.limits.set('free', { minutes: {} } as never),
      /minutes is not known: did you mean minute\? the known names are remaining, minute, day, ban/,
    ],
    [
      'a scenarioRequest with an unknown field',
      (world) => world.scenarios.put([{ name: 'flaky', parameter: {} } as never]),
      /has the unknown field parameter/,
    ],
    ['no list', (world) => world.scenarios.put({} as never), /the scenarios must be a list such as .*, got an object/],
    ['a missing item', (world) => world.data.patch('pets', 99, { status: 'sold' }), /pets has no item with the id 99/],
    ['an empty change', (world) => world.data.patch('pets', 1, {}), /the change is empty/],
    ['another id for an item', (world) => world.data.patch('pets', 1, { id: 2 }), /id cannot be changed: leave it out, got 2/],
    [
      'an item with an id that is already used',
      (world) => world.data.add('pets', { id: 1, name: 'a', categoryId: 1, status: 'sold' }),
      /pets already has an item with the id 1/,
    ],
    ['an item without a name', (world) => world.data.add('pets', { categoryId: 1, status: 'sold' }), /^name is missing: send a string/],
    ['removing a missing item', (world) => world.data.remove('pets', 99), /pets has no item with the id 99/],
    ['no data at all', (world) => world.data.put({}), /data is empty: give pets or orders/],
    ['an empty change of the clock', (world) => world.clock.set({}), /the change is empty: give now or frozen/],
    ['an empty change of limits', (world) => world.limits.set('free', {}), /the change is empty: give remaining or minute or day or ban/],
    ['an unknown collection', (world) => world.data.put({ cats: [] }), /cats is not a collection; the collections are pets, orders/],
    ['an unknown scenario', (world) => world.scenarios.put([{ name: 'flakey' }]), /There is no scenario "flakey": did you mean flaky/],
    ['an unknown operation', (world) => world.scenarios.put([{ steps: [{ operations: ['getPets'] }] }]), /getPets is not an operation/],
    [
      'a variable without a parameter',
      (world) => world.scenarios.put([{ steps: [{ respond: { status: '$s' } }] }]),
      /\$s is not a parameter/,
    ],
  ])('%s', async (_title, act, message) => {
    const sandbox = await start()
    const world = sandbox.world('w1')
    const before = await world.data.get()
    await expect(act(world)).rejects.toThrow(message)
    expect(await world.data.get()).toStrictEqual(before)
    expect(await world.scenarios.get()).toEqual([])
    expect(Math.abs(Date.parse((await world.clock.get()).now) - Date.now())).toBeLessThan(60_000)
  })
})

test('a world returns copies of its items', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  const { pets = [] } = await world.data.get()
  Object.assign(pets[0] ?? {}, { name: 'Changed' })
  expect((await call('/pets/1')).text).not.toContain('Changed')
})

test('replacing one collection does not change the ids of the others', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  const { pets = [] } = await world.data.get()
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  await world.data.put({ pets })
  await world.data.put({ orders: [] })
  expect((await call('/store/orders')).body).toEqual([])
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  await world.data.put({ orders: [] })
  expect((await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })).body).toMatchObject({ id: 17 })
})

test('a change of limits does not change the other limits', async () => {
  const { sandbox, call } = await startWithClient({}, 'free')
  const { limits } = sandbox.world('w1')
  await limits.set('free', { minute: { limit: 100 } })
  await limits.set('free', { minute: { seconds: 2 }, remaining: 80 })
  const { headers } = await call('/pets')
  expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['100', '79'])
})

test('the remaining requests of the day can also be set', async () => {
  const { sandbox, call } = await startWithClient({}, 'free')
  await sandbox.world('w1').limits.set('free', { day: { remaining: 2 } })
  expect((await call('/pets')).headers.get('x-ratelimit-remaining')).toBe('1')
  await call('/pets')
  expect((await call('/pets')).headers.get('sandbox-cause')).toBe('rate-limit;window=day')
})

test('idle worlds in which nobody has set anything are unloaded first; unloading another world is reported', async () => {
  let said = ''
  const sandbox = await start({ maxWorlds: 2, log: { format: 'text', write: (text) => (said += text) } })
  await sandbox.world('driven').scenarios.put([{ name: 'not-found' }])
  for (const name of ['a', 'b', 'c']) await sandbox.world(name).data.get()
  expect(await sandbox.world('driven').scenarios.get()).toHaveLength(1)
  await sandbox.world('a').clock.set({ frozen: true })
  await sandbox.world('b').data.get()
  await sandbox.close()
  expect(said).toContain('the world driven was unloaded')
})

test('an exchange under way at a reset belongs to the old session', async () => {
  const { sandbox } = await startWithClient()
  const world = sandbox.world('w1')
  const slow = fetch(`${sandbox.origin}/~slow,delay=0.5/v1/pets`, { headers: { authorization: `Bearer ${sandbox.key('free', 'w1')}` } })
  await world.requests.list({ count: 1, wait: 30 })
  await world.reset()
  expect((await slow).status).toBe(200)
  expect(await world.requests.list()).toEqual([])
})

test.each([0, 1])('lag hides a created item, whatever else changes the reply: %s', async (first) => {
  const { sandbox, call } = await startWithClient()
  const both = [{ name: 'new-fields' }, { name: 'read-your-writes-lag', parameters: { for: 60 } }]
  await sandbox.world('w1').scenarios.put(first === 0 ? both : both.reverse())
  expect((await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })).status).toBe(201)
  expect((await call('/pets/16')).status).toBe(404)
})

test('an item stays hidden during its lag, also when a test changes the item, and not longer', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
  const headers = { 'sandbox-scenario': 'read-your-writes-lag;for=5' }
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 }, headers })
  await world.data.patch('pets', 16, { status: 'sold' })
  expect((await call('/pets/16')).status).toBe(404)
  await world.clock.advance(5)
  expect((await call('/pets/16')).body).toMatchObject({ id: 16, status: 'sold' })
})

test('a reply is closed when all of it was sent', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets')
  await expect.poll(async () => (await sandbox.world('w1').requests.list())[0]?.closed).toBeDefined()
})

test('a world that fills its journal does not push out the journal of another world', async () => {
  const { sandbox, call } = await startWithClient({ limits: 'off' })
  const body = JSON.stringify({ name: 'x'.repeat(1_000_000), categoryId: 1 })
  for (let world = 0; world < 9; world += 1) {
    const headers = { authorization: `Bearer ${sandbox.key('free', `full${world}`)}`, 'content-type': 'application/json' }
    for (let request = 0; request < 2; request += 1) await fetch(`${sandbox.url}/pets`, { method: 'POST', headers, body })
  }
  for (let request = 0; request < 10; request += 1) await call('/pets')
  expect(await sandbox.world('w1').requests.list()).toHaveLength(10)
})

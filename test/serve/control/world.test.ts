// What calls of the control API do to a world.

import { expect, test } from 'vitest'
import { connectRaw, head } from '../../support/raw.ts'
import { start, startWithClient } from '../../support/sandbox.ts'

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
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/v1/pets')}Content-Type: application/json\r\nContent-Length: 29\r\n\r\n{"name":"Rex",`)
  await expect.poll(async () => (await world.requests.list()).map(({ replied }) => replied)).toEqual([undefined])
  await world.reset()
  client.send('"categoryId":1}')
  await expect.poll(() => client.text()).toMatch(/^HTTP\/1.1 201 /)
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

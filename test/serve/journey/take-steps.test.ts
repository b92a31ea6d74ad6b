// Steps are taken before the body of the request is read: half-request breaks it there, and what never comes whole, or is
// refused before the scenarios, takes no step.

import { expect, test } from 'vitest'
import { closedOf, countPets, createCaller, REX } from '../../support/caller.ts'
import { connectRaw, head } from '../../support/raw.ts'
import { start } from '../../support/sandbox.ts'

test.each([
  ['with a length', 'Content-Length: 1000\r\n\r\n{"name"'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n500\r\n{"name"'],
  ['that has not begun to arrive', 'Content-Length: 1000\r\n\r\n'],
])('half-request resets the connection before the body is whole: a body %s', async (_title, rest) => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/~half-request/v1/pets')}Content-Type: application/json\r\n${rest}`)
  expect([await client.ended, client.text()]).toEqual(['ECONNRESET', ''])
  expect(await countPets(sandbox)).toBe(15)
  const exchange = await closedOf(sandbox)
  expect(exchange).toMatchObject({ operation: 'createPet', answeredBy: 'scenario', violations: [], delivered: 'none', carriedOut: false })
  expect(exchange?.causes).toEqual([{ name: 'scenario', parameters: { name: 'half-request', step: 1 } }])
  expect(exchange?.request.body).toBeUndefined()
})

test('half-request resets a call without a body, too', async () => {
  const client = connectRaw((await start()).origin)
  client.send(`${head('GET', '/~half-request/v1/pets')}\r\n`)
  expect([await client.ended, client.text()]).toEqual(['ECONNRESET', ''])
})

test('half-request waits for the delay of its step', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ delay: 3600, fault: 'half-request' }] }])
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/v1/pets')}Content-Length: 1000\r\n\r\n{"name"`)
  await expect.poll(async () => (await sandbox.world('w1').requests.list())[0]?.appliedSteps.length).toBe(1)
  // Another call was answered meanwhile, so there was time for a reset.
  expect((await createCaller(sandbox, 'w2')()).status).toBe(200)
  expect(client.socket.readyState).toBe('open')
})

test('a request that is refused before the scenarios is not broken by one', async () => {
  const sandbox = await start()
  const world = sandbox.world('w1')
  await world.scenarios.put([{ steps: [{ times: 1, fault: 'half-request' }] }])
  await world.limits.set('free', { remaining: 0 })
  const call = createCaller(sandbox)
  expect((await call(undefined, REX)).status).toBe(429)
  expect((await call('nope', REX)).status).toBe(429)
  await world.limits.set('free', { remaining: 9 })
  expect((await call('nope', REX)).status).toBe(400)
  await expect(call(undefined, REX)).rejects.toThrow('fetch failed')
  expect((await call(undefined, REX)).status).toBe(201)
})

test('a message that HTTP does not allow is refused, and takes no step', async () => {
  const sandbox = await start()
  const { scenarios } = sandbox.world('w1')
  await scenarios.put([{ steps: [{ times: 1, delay: 3600, headers: { 'X-Played': 1 } }] }])
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets')}Host: again\r\n\r\n`)
  await expect.poll(() => client.text()).toMatch(/^HTTP\/1.1 400 /)
  expect(client.text()).not.toContain('X-Played')
  expect((await scenarios.get())[0]).toMatchObject({ met: 0, over: false })
})

test('a client that leaves in the middle of its body uses no step', async () => {
  const sandbox = await start()
  const { scenarios } = sandbox.world('w1')
  await scenarios.put([{ name: 'flaky', parameters: { failures: 1 } }])
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/v1/pets')}Content-Length: 1000\r\n\r\n{"name"`)
  await expect.poll(async () => (await scenarios.get())[0]?.met).toBe(1)
  client.socket.destroy()
  expect(await closedOf(sandbox)).toMatchObject({ causes: [{ name: 'gone' }], appliedSteps: [] })
  expect((await scenarios.get())[0]).toMatchObject({ met: 0, over: false })
  expect((await createCaller(sandbox)()).status).toBe(500)
})

test('a body that breaks the rules of HTTP is refused, with nothing of the scenario in the reply', async () => {
  const sandbox = await start()
  await sandbox.world('w1').scenarios.put([{ steps: [{ times: 1, delay: 3600, rateLimit: { remaining: 3 }, fault: 'reset' }] }])
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/v1/pets')}Transfer-Encoding: chunked\r\n\r\n`)
  await expect.poll(async () => (await sandbox.world('w1').scenarios.get())[0]?.met).toBe(1)
  client.send('nonsense\r\n')
  await expect.poll(() => client.text()).toMatch(/^HTTP\/1.1 400 .*X-RateLimit-Remaining: 59\r\n.*Sandbox-Cause: http\r\n/s)
  expect((await sandbox.world('w1').scenarios.get())[0]).toMatchObject({ met: 0, over: false })
})

test('half-request comes before a client that waits with its body is told to send it', async () => {
  const client = connectRaw((await start()).origin)
  client.send(`${head('POST', '/~half-request/v1/pets')}Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n`)
  expect([await client.ended, client.text()]).toEqual(['ECONNRESET', ''])
})

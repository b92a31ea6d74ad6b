// The record of an exchange is true: the request, the decisions, the reply, and how much of it was delivered.

import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseJson, renderJson } from '../../../src/contract/json/json.ts'
import { createMemoryStore } from '../../../src/worlds/store/open-store.ts'
import { closedOf } from '../../support/caller.ts'
import { connectRaw, head, watchConnections } from '../../support/raw.ts'
import { start, startWithClient } from '../../support/sandbox.ts'

test('an exchange is plain JSON with int64 exact', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets?limt=1', { method: 'POST', body: '{"name":"Rex","categoryId":9223372036854775807}', warned: true })
  const exchange = await closedOf(sandbox)
  expect(parseJson(renderJson(exchange))).toEqual(exchange)
  expect(exchange.reply?.body.text).toContain('9223372036854775807')
  expect(exchange.request.body).toEqual({ text: '{"name":"Rex","categoryId":9223372036854775807}', bytes: 47 })
  expect(exchange).toMatchObject({ world: 'w1', operation: 'createPet', answeredBy: 'handler', carriedOut: true, delivered: 'whole' })
  expect(exchange.deliveredBytes).toBe(exchange.reply?.body.bytes)
})

test.each([
  ['in the middle of its body', 'Content-Length: 500\r\n\r\n{"name"', 'destroy'],
  ['in the middle of its body, with a reset', 'Content-Length: 500\r\n\r\n{"name"', 'resetAndDestroy'],
  ['in the middle of its body, and still reads', 'Content-Length: 500\r\n\r\n{"name"', 'end'],
  ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\n500\r\n{"name"', 'destroy'],
] as const)('a client that leaves %s is recorded as gone, in its world', async (_title, rest, leave) => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('POST', '/v1/pets')}Content-Type: application/json\r\n${rest}`)
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(1)
  expect((await sandbox.world('w1').requests.list())[0]?.trace).toEqual([])
  client.socket[leave]()
  const exchange = await closedOf(sandbox)
  expect(exchange).toMatchObject({ answeredBy: 'gone', causes: [{ name: 'gone' }], operation: 'createPet', delivered: 'none' })
  expect(exchange.trace).toMatchObject([{ answer: 'gone', outcome: 'the client left before it was answered' }])
  expect(exchange.reply).toBeUndefined()
})

test('a client that leaves while its world is loaded is recorded as gone, and does not keep the world in memory', async () => {
  const sockets = watchConnections()
  const store = createMemoryStore()
  const leaving = {
    ...store,
    async open(name: string) {
      client.socket.resetAndDestroy()
      await new Promise((done) => sockets[0]?.once('close', done))
      return store.open(name)
    },
  }
  const sandbox = await start({ store: leaving, maxWorlds: 1 })
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets')}\r\n`)
  await client.ended
  expect(await closedOf(sandbox)).toMatchObject({ answeredBy: 'gone', causes: [{ name: 'gone' }], delivered: 'none' })
  leaving.open = store.open
  await sandbox.world('w2').clock.get()
  expect(await sandbox.worlds.list()).toMatchObject([{ name: 'w2' }])
})

test('requests that come while their world is loaded are all in the journal', async () => {
  const store = createMemoryStore()
  const slow = { ...store, open: (name: string) => setTimeout(200).then(() => store.open(name)) }
  const { sandbox, call } = await startWithClient({ store: slow })
  await Promise.all(Array.from({ length: 4 }, () => call('/pets/1')))
  expect(await sandbox.world('w1').requests.list()).toHaveLength(4)
})

test('the record has the real limits beside the limits that a scenario showed', async () => {
  const { sandbox, call } = await startWithClient({}, 'free')
  await call('/pets', { headers: { 'sandbox-scenario': 'low-remaining;remaining=3' } })
  const exchange = await closedOf(sandbox)
  expect(exchange.count).toMatchObject({ verdict: 'served', limit: 60, remaining: 59 })
  expect(exchange.shown).toMatchObject({ limit: 60, remaining: 3 })
  expect(exchange.causes).toEqual([{ name: 'scenario', parameters: { name: 'low-remaining', step: 1 } }])
  expect(exchange.answeredBy).toBe('handler')
  await call('/pets')
  expect((await closedOf(sandbox)).shown).toBeUndefined()
})

test('long bodies keep their beginning, their length and a hash', async () => {
  const { sandbox, call } = await startWithClient()
  const pet = { id: 1, name: `${'x'.repeat(65_535 - 16)}é${'y'.repeat(10_000)}`, categoryId: 1, status: 'sold' }
  await sandbox.world('w1').data.put({ pets: [pet] })
  await call('/pets/1')
  const { reply } = await closedOf(sandbox)
  const text = JSON.stringify(pet)
  expect(reply?.body).toEqual({
    text: text.slice(0, 65_535),
    bytes: Buffer.byteLength(text),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('a body that is no UTF-8 is kept as base64', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets', { method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]) })
  expect((await closedOf(sandbox)).request.body).toEqual({ base64: 'Iv8i', bytes: 3 })
})

test('each request of a connection has its own headers in the record, and no secret stays for the next one', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  const heads: [path: string, key: string, more: string][] = [
    ['/v1/pets/1', 'sandbox_free_w1', 'X-Note: s3cret-99'],
    ['/v1/pets/1', 'sandbox_free_w1', 'X-Note: s3cret-99'],
    ['/v1/pets/1?api_key=s3cret-99', 'sandbox_free_w1', 'X-Note: s3cret-99'],
    ['/v1/pets/1', 'sandbox_pro_w1', 'X-Note: s3cret-99'],
    ['/~world=w1/v1/pets/1', 'sk_live_s3cret-99', 'X-Note: s3cret-99'],
    ['/v1/pets/1', 'sandbox_free_w1', 'X-Note: other'],
    ['/~case=wrong%20token:%20available/v1/pets/1', 'sandbox_free_w1', 'X-Note: available'],
    ['/~case=wrong%20token:%20available/v1/pets/1', 'sandbox_free_w1', 'X-Note: available'],
    ['/v1/pets/1', 'sandbox_free_w1', 'X-Note: available'],
  ]
  client.send(heads.map(([path, key, more]) => `${head('GET', path, key)}${more}\r\n\r\n`).join(''))
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).filter(({ closed }) => closed).length).toBe(heads.length)
  const seen = (await sandbox.world('w1').requests.list()).map(({ request, caller, connection }) => [
    ...[connection.use, caller.plan, request.headers.at(-1)],
    request.headers.at(3)?.split(' ').at(-1),
  ])
  expect(seen).toEqual([
    [1, 'free', 's3cret-99', 'sandbox_free_w1'],
    [2, 'free', 's3cret-99', 'sandbox_free_w1'],
    [3, 'free', '[redacted]', 'sandbox_free_w1'],
    [4, 'pro', 's3cret-99', 'sandbox_pro_w1'],
    [5, undefined, 's3cret-99', '[redacted]'],
    [6, 'free', 'other', 'sandbox_free_w1'],
    [7, 'free', '[redacted]', 'sandbox_free_w1'],
    [8, 'free', '[redacted]', 'sandbox_free_w1'],
    [9, 'free', 'available', 'sandbox_free_w1'],
  ])
})

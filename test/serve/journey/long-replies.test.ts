// Long replies: the bytes that the client gets, and their record. Clients that do not read must not hold up other clients.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseJson, renderJson } from '../../../src/contract/json/json.ts'
import { BOUNDS } from '../../../src/ground/bounds.ts'
import { closedOf } from '../../support/caller.ts'
import { connectRaw, head, repliesIn, sendRaw, watchConnections } from '../../support/raw.ts'
import { startWithClient } from '../../support/sandbox.ts'

const MIB = 1024 * 1024

/** A page of animals with this many bytes. */
const createPets = (bytes: number, letter = 'x') =>
  Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    name: `${index} ${letter.repeat(bytes / 100)}`,
    categoryId: 1,
    status: 'sold',
  }))

async function startWithPets(pets: readonly object[]) {
  const { sandbox, call } = await startWithClient()
  await sandbox.world('w1').data.put({ pets })
  return { sandbox, call }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  ['a list', createPets(MIB)],
  ['a list with letters of many bytes', createPets(MIB, 'ä😀')],
  ['a list with large integers', createPets(MIB).map((pet) => ({ ...pet, categoryId: 9223372036854775807n }))],
  ['a list of one', [{ id: 1, name: 'x'.repeat(MIB), categoryId: 1, status: 'sold' }]],
])('%s arrives as a whole, and the record has its beginning, its length and its hash', async (_title, pets) => {
  const { sandbox, call } = await startWithPets(pets)
  const { text, headers } = await call('/pets?limit=100')
  const expected = renderJson(pets)
  expect(text === expected, 'the text').toBe(true)
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(expected)))
  const exchange = await closedOf(sandbox)
  const { text: beginning = '', bytes, sha256 } = exchange?.reply?.body ?? { bytes: 0 }
  expect([bytes, sha256]).toEqual([Buffer.byteLength(expected), hashOf(expected)])
  expect(expected.startsWith(beginning), 'the beginning').toBe(true)
  expect(Buffer.byteLength(beginning)).toBeGreaterThan(64 * 1024 - 4)
  expect(exchange).toMatchObject({ delivered: 'whole', deliveredBytes: bytes })
})

test('HEAD has the length of the body that GET would send', async () => {
  const pets = createPets(MIB)
  const { sandbox, call } = await startWithPets(pets)
  const { headers, text } = await call('/pets?limit=100', { method: 'HEAD' })
  expect([headers.get('content-length'), text]).toEqual([String(renderJson(pets).length), ''])
  expect(await closedOf(sandbox)).toMatchObject({ delivered: 'whole', deliveredBytes: 0 })
})

test.each([
  ['malformed;commit=before', (text: string) => text.slice(0, -1)],
  ['empty-body;commit=before', () => ''],
  ['slow;delay=0.001', (text: string) => text],
  ['low-remaining', (text: string) => text],
])('%s takes a long reply', async (scenario, change) => {
  const pets = createPets(MIB)
  const { sandbox } = await startWithPets(pets)
  const text = await sendRaw(
    sandbox.origin,
    `${head('GET', '/v1/pets?limit=100')}Connection: close\r\nSandbox-Scenario: ${scenario}\r\n\r\n`,
  )
  const expected = change(renderJson(pets))
  const [reply] = repliesIn(text)
  expect(reply?.body === expected, 'the body').toBe(true)
  expect(reply?.headers.get('content-length')).toBe(String(expected.length))
  const exchange = await closedOf(sandbox)
  expect(exchange).toMatchObject({ delivered: 'whole', deliveredBytes: expected.length, reply: { body: { bytes: expected.length } } })
  expect(exchange?.reply?.body.sha256).toBe(expected === '' ? undefined : hashOf(expected))
})

test('truncated sends a part of a long reply', async () => {
  const pets = createPets(MIB)
  const { sandbox } = await startWithPets(pets)
  const text = await sendRaw(sandbox.origin, `${head('GET', '/v1/pets?limit=100')}Sandbox-Scenario: truncated;commit=before\r\n\r\n`)
  const whole = renderJson(pets)
  expect(text.endsWith(`\r\n\r\n${whole.slice(0, whole.length / 2)}`)).toBe(true)
  expect(await closedOf(sandbox)).toMatchObject({ delivered: 'part', deliveredBytes: Math.floor(whole.length / 2) })
})

test('new-fields changes a long list', async () => {
  const { call } = await startWithPets(createPets(MIB))
  const { text } = await call('/pets?limit=100', { headers: { 'sandbox-scenario': 'new-fields' } })
  expect((parseJson(text) as { nickname: string }[]).map(({ nickname }) => nickname)).toEqual(Array(100).fill('Sunny'))
})

test('the record says how much a client got that left in the middle of a long reply', async () => {
  const { sandbox } = await startWithPets(createPets(8 * MIB))
  const client = connectRaw(sandbox.origin)
  client.socket.once('data', () => client.socket.resetAndDestroy())
  client.send(`${head('GET', '/v1/pets?limit=100')}\r\n`)
  const exchange = await closedOf(sandbox)
  expect(exchange).toMatchObject({ delivered: 'part', answeredBy: 'handler', reply: { status: 200 } })
  expect(exchange?.deliveredBytes).toBeLessThan(exchange?.reply?.body.bytes ?? 0)
})

/** Clients that each ask for this number of lists, and read no reply. */
function askAndReadNothing(origin: string, count: number, lists: number) {
  const clients = Array.from({ length: count }, () => connectRaw(origin))
  for (const client of clients) {
    client.socket.pause()
    client.send(`${head('GET', '/v1/pets?limit=100')}\r\n`.repeat(lists))
  }
  return clients
}

test('the sandbox stops reading from clients that pipeline lists and read no reply, and serves other clients', async () => {
  const { sandbox, call } = await startWithPets(createPets(4 * MIB))
  const sockets = watchConnections()
  const clients = askAndReadNothing(sandbox.origin, 8, 50)
  // A connection is stuck when the kernel takes no more bytes.
  const areStuck = () => sockets.filter(({ writableLength }) => writableLength > 0).length
  await expect.poll(areStuck).toBe(clients.length)
  expect((await call('/pets/1')).status).toBe(200)
  for (const client of clients) client.socket.destroy()
  const world = sandbox.world('w1')
  await expect.poll(async () => (await world.requests.list()).every(({ closed }) => closed !== undefined)).toBe(true)
  // Of the 50 requests of each client, the sandbox took only those whose replies it could send.
  expect((await world.requests.list()).length).toBeLessThan(10 * clients.length)
})

test('above the bound of unsent bytes, those who have taken nothing for the longest time are disconnected', async () => {
  const { sandbox, call } = await startWithPets(createPets(8 * MIB))
  const sockets = watchConnections()
  const clients = askAndReadNothing(sandbox.origin, 24, 1)
  const waiting = () => sockets.filter(({ destroyed, writableLength }) => !destroyed && writableLength > 0)
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(clients.length)
  await expect.poll(() => sockets.some(({ destroyed }) => destroyed)).toBe(true)
  expect(waiting().length).toBeGreaterThan(0)
  expect(waiting().reduce((sum, { writableLength }) => sum + writableLength, 0)).toBeLessThanOrEqual(BOUNDS.unsentBytes)
  expect((await call('/pets/1')).status).toBe(200)
  for (const client of clients) client.socket.destroy()
})

test('a single item and the list of a small world do not wait while long lists wait for room', async () => {
  const { sandbox } = await startWithPets(createPets(8 * MIB))
  const sockets = watchConnections()
  const silent = askAndReadNothing(sandbox.origin, 24, 0)
  const requests = [head('GET', '/v1/pets/1'), head('GET', '/v1/pets', 'sandbox_free_small')]
  const short = requests.map((request) => ({ request, ...connectRaw(sandbox.origin) }))
  await expect.poll(() => sockets.length).toBe(silent.length + short.length)
  for (const { send } of silent) send(`${head('GET', '/v1/pets?limit=100')}\r\n`)
  // The first disconnected client shows that the bound is exceeded. From then on, one list is made each turn.
  while (!sockets.some(({ destroyed }) => destroyed)) await nextTurn()
  for (const { send, request } of short) send(`${request}\r\n`)
  await Promise.all(short.map(({ socket }) => once(socket, 'data')))
  expect(sockets.filter(({ destroyed, bytesWritten }) => !destroyed && bytesWritten === 0).length).toBeGreaterThan(0)
})

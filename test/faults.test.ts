// Faults as a raw socket sees them, and their record.

import { expect, test } from 'vitest'
import type { Sandbox } from '../src/sandbox.ts'
import { closedOf, countPets, createCaller, playedOf, REX } from './support/caller.ts'
import { connectRaw, head, type RawClient } from './support/raw.ts'
import { start } from './support/sandbox.ts'

const LIST = `${head('GET', '/v1/pets')}`
const CREATE = `${head('POST', '/v1/pets')}Content-Type: application/json\r\nContent-Length: ${REX.body.length}\r\n`

/** Sends a whole request that asks for a scenario. */
function ask(sandbox: Sandbox, scenario: string, request = LIST): RawClient {
  const client = connectRaw(sandbox.origin)
  client.send(`${request}Sandbox-Scenario: ${scenario}\r\n\r\n${request === CREATE ? REX.body : ''}`)
  return client
}

/** The announced length of the body, and the bytes that arrived. */
function bodyIn(text: string): { promised: number; body: string } {
  const [top = '', body = ''] = text.split('\r\n\r\n')
  return { promised: Number(/content-length: (\d+)/i.exec(top)?.[1]), body }
}

test.each([
  ['reset', 'ECONNRESET'],
  ['closed', 'closed'],
])('%s ends the connection without a reply: %s', async (fault, end) => {
  for (const [commit, pets] of [
    ['', 15],
    [';commit=never', 15],
    [';commit=before', 16],
  ]) {
    const sandbox = await start()
    const client = ask(sandbox, `${fault}${commit}`, CREATE)
    expect([await client.ended, client.text()]).toEqual([end, ''])
    expect(await countPets(sandbox)).toBe(pets)
    expect(await closedOf(sandbox)).toMatchObject({ delivered: 'none', deliveredBytes: 0, carriedOut: pets === 16 })
  }
})

test('lost-reply carries the call out once, and a retry makes a second one', async () => {
  const sandbox = await start()
  expect(await ask(sandbox, 'lost-reply', CREATE).ended).toBe('ECONNRESET')
  expect(await countPets(sandbox)).toBe(16)
  expect((await createCaller(sandbox)('lost-reply', REX)).status).toBe(201)
  expect(await countPets(sandbox)).toBe(17)
})

test.each([
  ['truncated', 0.5],
  ['truncated;at=0.25', 0.25],
  ['truncated;at=0', 0],
  ['stall', 0.5],
  ['stall;at=0.25', 0.25],
  ['stall;at=0', 0],
])('%s promises the whole body and sends a part of it', async (scenario, at) => {
  const sandbox = await start()
  const client = ask(sandbox, scenario)
  if (scenario.startsWith('truncated')) {
    expect(await client.ended).toBe('closed')
    expect(client.text()).toContain('\r\nConnection: close\r\n')
  }
  const exchange = await playedOf(sandbox)
  const promised = exchange?.reply?.body.bytes ?? 0
  await expect
    .poll(() => bodyIn(client.text()))
    .toEqual({ promised, body: exchange?.reply?.body.text?.slice(0, Math.floor(promised * at)) })
  expect(exchange?.deliveredBytes).toBe(Math.floor(promised * at))
})

test.each(['truncated', 'stall'])('%s leaves out at least one byte', async (fault) => {
  const sandbox = await start()
  const client = ask(sandbox, `${fault};at=1`)
  await expect.poll(() => client.text()).toContain('\r\n\r\n[')
  const { promised, body } = bodyIn(client.text())
  expect(body.length).toBe(promised - 1)
})

test.each(['hang', 'stall'])('%s holds the connection until the client leaves', async (fault) => {
  const sandbox = await start()
  const client = ask(sandbox, fault)
  expect(await playedOf(sandbox)).not.toHaveProperty('closed')
  // Another call was answered meanwhile, so there was time for more bytes.
  expect((await createCaller(sandbox, 'w2')()).status).toBe(200)
  expect([client.socket.readyState, bodyIn(client.text()).body.length < 100]).toEqual(['open', true])
  client.socket.destroy()
  expect(await closedOf(sandbox)).toMatchObject({ delivered: fault === 'hang' ? 'none' : 'part' })
})

test('trickle sends the headers at once and the body byte by byte', async () => {
  const sandbox = await start()
  const waiting = ask(sandbox, 'trickle;gap=60')
  await expect.poll(() => waiting.text()).toMatch(/\r\n\r\n$/)
  expect(bodyIn(waiting.text()).promised).toBeGreaterThan(100)
  const client = ask(sandbox, 'trickle;gap=0.02')
  await expect.poll(() => bodyIn(client.text()).body).toMatch(/^\[\{/)
  expect(bodyIn(client.text()).body.length).toBeLessThan(bodyIn(client.text()).promised)
  expect(JSON.parse((await createCaller(sandbox)('trickle;gap=0', { path: '/pets?limit=1' })).text)).toHaveLength(1)
})

test('1,000 hung calls end with their clients, and do not hold up others', async () => {
  const sandbox = await start({ limits: 'off' })
  const world = sandbox.world('w1')
  const clients = Array.from({ length: 1000 }, () => ask(sandbox, 'hang'))
  const count = async (field: 'replied' | 'closed') => (await world.requests.list()).filter((exchange) => exchange[field]).length
  await expect.poll(() => count('replied')).toBe(1000)
  expect((await createCaller(sandbox, 'w2')()).status).toBe(200)
  for (const { socket } of clients) socket.destroy()
  await expect.poll(() => count('closed')).toBe(1000)
  const exchanges = await world.requests.list()
  const isHung = ({ reply, delivered, appliedSteps }: (typeof exchanges)[number]) =>
    reply === undefined && delivered === 'none' && appliedSteps[0]?.scenario === 'hang'
  expect(exchanges.every(isHung)).toBe(true)
})

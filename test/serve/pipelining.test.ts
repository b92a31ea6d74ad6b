// Requests that are sent ahead: they are answered in order, in any number, and cut into any pieces.

import { expect, test } from 'vitest'
import { connectRaw, head, repliesIn, watchConnections } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'

const COUNT = 1500

/** Requests of many kinds. Each has its number in the path, and the reply repeats the path. */
function createRequest(index: number): string {
  const body = 'x'.repeat(index % 40)
  if (index % 3 === 0) return `POST /n${index} HTTP/1.1\r\nHost:\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  if (index % 3 === 1) return `POST /n${index} HTTP/1.1\r\nHost:\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n2;a=b\r\nxy\r\n0\r\n\r\n`
  return `GET /n${index} HTTP/1.1\r\nHost:\r\n\r\n`
}

test('thousands of requests that are sent ahead on several connections are answered in order', async () => {
  const sandbox = await start()
  const text = Array.from({ length: COUNT }, (_, index) => createRequest(index)).join('')
  const last = `GET /n${COUNT} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`
  const clients = [1, 2, 3].map(() => connectRaw(sandbox.origin))
  for (const client of clients) client.send(text + last)
  for (const client of clients) {
    expect(await client.ended).toBe('closed')
    const paths = repliesIn(client.text()).map(({ body }) => /There is nothing at (\S+):/.exec(body)?.[1])
    expect(paths).toEqual(Array.from({ length: COUNT + 1 }, (_, index) => `/n${index}`))
  }
})

test('a POST after many requests is read completely, wherever it is cut', async () => {
  const sandbox = await start()
  const body = '{"name":"Rex","categoryId":1}'
  const many = `${head('GET', '/v1/pets?limit=1', 'sandbox_enterprise_w1')}\r\n`.repeat(50)
  const post = `${head('POST', '/v1/pets', 'sandbox_enterprise_w1')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const client = connectRaw(sandbox.origin)
  const last = `${head('GET', '/v1/pets?limit=1', 'sandbox_enterprise_w1')}Connection: close\r\n\r\n`
  client.send((many + post).repeat(20) + last)
  expect(await client.ended).toBe('closed')
  const statuses = repliesIn(client.text()).map(({ status }) => status)
  expect(statuses).toHaveLength(51 * 20 + 1)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
})

test('the requests of a client that leaves while they wait are not carried out', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets')}Sandbox-Scenario: hang\r\n\r\n`.repeat(6))
  const world = sandbox.world('w1')
  await expect.poll(async () => (await world.requests.list()).length).toBe(1)
  client.socket.destroy()
  await expect.poll(async () => (await world.requests.list())[0]?.closed).toBeDefined()
  expect(await world.requests.list()).toHaveLength(1)
})

test('a connection on which many requests wait is not read until one of them has its turn', async () => {
  const sandbox = await start()
  const connections = watchConnections()
  const client = connectRaw(sandbox.origin)
  const get = (path: string) => `${head('GET', path, 'sandbox_enterprise_w1')}\r\n`
  client.send(get('/~slow,delay=1/v1/pets'))
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(1)
  client.send(get('/v1/pets/1').repeat(16))
  await expect.poll(() => connections[0]?.isPaused()).toBe(true)
  await expect.poll(() => repliesIn(client.text()).length).toBe(17)
  expect(connections[0]?.isPaused()).toBe(false)
})

test.each([false, true])('a client that has ended its side gets the replies to its whole requests, with TLS: %s', async (tls) => {
  const sandbox = await start({ tls })
  const client = connectRaw(sandbox.origin)
  const body = '{"name":"Rex","categoryId":1}'
  const post = `${head('POST', '/v1/pets')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  client.send(`${head('GET', '/v1/pets')}Sandbox-Scenario: slow;delay=0.001\r\n\r\n`)
  await expect.poll(() => repliesIn(client.text()).length).toBe(1)
  client.socket.end(post + post + post + post.slice(0, -1))
  await client.ended
  expect(repliesIn(client.text()).map(({ status }) => status)).toEqual([200, 201, 201, 201])
  const exchanges = await sandbox.world('w1').requests.list()
  expect(exchanges.map(({ delivered }) => delivered)).toEqual(['whole', 'whole', 'whole', 'whole'])
})

test.each(['hang', 'slow;delay=30', 'trickle;gap=30'])('a client that gives up on %s counts as gone', async (scenario) => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets')}Sandbox-Scenario: ${scenario}\r\n\r\n`)
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(1)
  client.socket.end()
  await expect.poll(async () => (await sandbox.world('w1').requests.list())[0]?.closed).toBeDefined()
  expect((await sandbox.world('w1').requests.list())[0]?.delivered).not.toBe('whole')
})

// A client that waits for `100 Continue` before it sends its body (RFC 9110 §10.1.1).

import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox.ts'
import { connectRaw, head, type RawClient, repliesIn } from '../../support/raw.ts'
import { start } from '../../support/sandbox.ts'

const BODY = '{"name":"Rex","categoryId":1}'

/** Sends the head of a POST, and waits with its body. */
function knock(sandbox: Sandbox, { path = '/v1/pets', key = 'sandbox_free_w1', length = BODY.length, more = '' } = {}): RawClient {
  const client = connectRaw(sandbox.origin)
  client.send(
    `${head('POST', path, key)}Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`,
  )
  return client
}

const statusesIn = (client: RawClient) => repliesIn(client.text()).map(({ status }) => status)

const WISH = '[{"name":"slow"}]'
const TOO_LONG = 2_000_000

test.each<[title: string, asked: Parameters<typeof knock>[1], status: number, cause: string]>([
  ['whose key is wrong', { key: 'nobody' }, 401, 'credentials'],
  ['whose limit is used up', { key: 'sandbox_free_full' }, 429, 'rate-limit;window=minute'],
  [
    'whose limit is used up, with a scenario',
    { key: 'sandbox_free_full', more: 'Sandbox-Scenario: slow\r\n' },
    429,
    'rate-limit;window=minute',
  ],
  ['that announces too much', { length: TOO_LONG }, 413, 'contract'],
  ['that announces too much to a path that nobody serves', { path: '/v1/cats', length: TOO_LONG }, 404, 'contract'],
  ['that announces too much to a path without POST', { path: '/v1/pets/1', length: TOO_LONG }, 405, 'contract'],
  ['that asks for a wrong scenario', { more: 'Sandbox-Scenario: nonsense\r\n' }, 400, 'scenario'],
  ['whose Host is malformed', { more: 'Host: a\r\n' }, 400, 'http'],
])('a client %s is refused at once, and then the connection ends', async (_title, asked, status, cause) => {
  const sandbox = await start()
  await sandbox.world('full').limits.set('free', { remaining: 0 })
  const client = knock(sandbox, asked)
  expect(await client.ended).toBe('closed')
  const [reply, ...others] = repliesIn(client.text())
  expect([reply?.status, reply?.headers.get('sandbox-cause'), reply?.headers.get('connection')]).toEqual([status, cause, 'close'])
  expect(others).toEqual([])
})

test('a client that sends its body without waiting sees the refusal', async () => {
  const sandbox = await start()
  const client = knock(sandbox, { length: TOO_LONG })
  client.send('x'.repeat(TOO_LONG))
  expect(await client.ended).toBe('closed')
  expect(statusesIn(client)).toEqual([413])
})

test.each<[title: string, asked: Parameters<typeof knock>[1], statuses: number[]]>([
  ['whose request may be served', {}, [100, 201]],
  ['with a scenario', { more: 'Sandbox-Scenario: unavailable\r\n' }, [100, 503]],
  ['that announces too much, with a scenario', { length: TOO_LONG, more: 'Sandbox-Scenario: unavailable\r\n' }, [100, 503]],
])('a client %s is told to go on', async (_title, asked, statuses) => {
  const sandbox = await start()
  const client = knock(sandbox, asked)
  await expect.poll(() => statusesIn(client)).toEqual([100])
  const length = asked?.length ?? BODY.length
  client.send(BODY.padEnd(length))
  await expect.poll(() => statusesIn(client)).toEqual(statuses)
  const exchange = (await sandbox.world('w1').requests.list())[0]
  expect(exchange?.request.body?.bytes).toBe(length > 65_536 ? undefined : length)
})

test('a request without a body is not told to go on', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${head('GET', '/v1/pets')}Expect: 100-continue\r\n\r\n`)
  await expect.poll(() => statusesIn(client)).toEqual([200])
})

test('the expectation is ignored in HTTP/1.0', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  const headers = `Authorization: Bearer sandbox_free\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`
  client.send(`POST /v1/pets HTTP/1.0\r\n${headers}Content-Length: ${BODY.length}\r\n\r\n${BODY}`)
  await client.ended
  expect(statusesIn(client)).toEqual([201])
})

test('the control API tells a client to go on', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(
    `PUT /_sandbox/worlds/w1/scenarios HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${WISH.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await expect.poll(() => statusesIn(client)).toEqual([100])
  client.send(WISH)
  await expect.poll(() => statusesIn(client)).toEqual([100, 200])
})

test.each([
  ['PUT', '/_sandbox/nothing', '', 404],
  ['PUT', '/_sandbox/worlds/w1/scenarios', 'Origin: https://evil.example\r\n', 403],
  ['PUT', '/nothing', '', 404],
  ['GET', '/_sandbox/health', '', 400],
])('outside of the contract, a client is told to go on only if its body is read: %s %s %s', async (method, path, more, status) => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  client.send(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: ${TOO_LONG}\r\nExpect: 100-continue\r\n\r\n`)
  expect(await client.ended).toBe('closed')
  expect(statusesIn(client)).toEqual([status])
})

// Requests that no friendly client sends. They get a clear answer, and other clients are not harmed.

import { expect, test } from 'vitest'
import { connectRaw, head, sendRaw } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'

const JSON_TYPE = 'Content-Type: application/json\r\n'

test.each<[title: string, method: string, target: string, status: number]>([
  ['an absolute target', 'GET', 'http://localhost/v1/pets', 200],
  ['an absolute target with a user', 'GET', 'http://u:p@localhost/v1/pets', 200],
  ['an absolute target with a query and no path', 'PUT', 'http://localhost?a=1', 405],
  ['a strange host in the target', 'GET', 'http://[::1/v1/pets', 200],
  ['a strange host in a target outside the contract', 'GET', 'http://%zz/nowhere?a=1', 404],
  ['a target with .. in it', 'GET', '/v1/../../etc/passwd', 404],
  ['a broken escape', 'GET', '/v1/pets/%zz', 404],
  ['thousands of parameters', 'GET', `/v1/pets?${'a=1&'.repeat(1900)}`, 200],
  ['thousands of names', 'GET', `/v1/pets?${Array.from({ length: 900 }, (_, index) => `n${index}=1`).join('&')}`, 200],
])('%s', async (_title, method, target, status) => {
  const sandbox = await start()
  expect(await sendRaw(sandbox.origin, `${head(method, target)}Connection: close\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect((await fetch(`${sandbox.url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })).status).toBe(200)
})

test('a client that announces a large body sees 413 while it still writes', async () => {
  const { send, text } = connectRaw((await start()).origin)
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  send(`${head('POST', '/v1/pets')}${JSON_TYPE}Content-Length: ${8 * megabyte.length}\r\n\r\n`)
  for (let sent = 0; sent < 8; sent += 1) send(megabyte)
  await expect.poll(text).toMatch(/^HTTP\/1.1 413.*\r\nConnection: keep-alive\r\n.*\}$/s)
})

test('a body without an end loses its connection after 16 MiB', async () => {
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const post = `${head('POST', '/v1/pets')}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`
  expect(await sendRaw((await start()).origin, post + chunk.repeat(24))).toMatch(/^HTTP\/1.1 413.*Connection: close/s)
})

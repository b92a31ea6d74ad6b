// Bytes that no friendly client sends, over a raw socket. They get a clear 4xx or a closed connection, and other clients
// are not harmed.

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'

/** Sends bytes. Resolves with all bytes that come back until the server closes or has answered. */
function exchange(origin: string, chunks: (string | Buffer)[], isDone = (text: string) => /\r\n\r\n.*[}\]]$/s.test(text)): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (chunk) => {
      text += chunk
      if (isDone(text)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

const HEAD = 'Host: localhost\r\nAuthorization: Bearer sandbox_free\r\n'

test.each([
  ['garbage', ['\x00\x01\x02\r\n\r\n'], /^HTTP\/1.1 400/],
  ['a huge header', [`GET /v1/pets HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`], /^HTTP\/1.1 431/],
  ['two lengths', [`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`], /^HTTP\/1.1 400/],
  [
    'length and chunks',
    [`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    /^HTTP\/1.1 400/,
  ],
  ['an absolute target', [`GET http://localhost/v1/pets HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 200/],
  ['an absolute target with a user', [`GET http://u:p@localhost/v1/pets HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 200/],
  ['an absolute target with a query and no path', [`PUT http://localhost?a=1 HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 405/],
  ['a strange host in the target', [`GET http://[::1/v1/pets HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 200/],
  ['a strange host in a target outside the contract', [`GET http://%zz/nowhere?a=1 HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 404/],
  ['a target with .. in it', [`GET /v1/../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 404/],
  ['a broken escape', [`GET /v1/pets/%zz HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 404/],
  ['a strange Host', [`GET /v1/pets?limit=1 HTTP/1.1\r\nHost: a"><b\r\nAuthorization: Bearer sandbox_free\r\n\r\n`], /^HTTP\/1.1 400/],
  ['thousands of parameters', [`GET /v1/pets?${'a=1&'.repeat(1900)} HTTP/1.1\r\n${HEAD}\r\n`], /^HTTP\/1.1 200/],
  [
    'thousands of names',
    [`GET /v1/pets?${Array.from({ length: 900 }, (_, index) => `n${index}=1`).join('&')} HTTP/1.1\r\n${HEAD}\r\n`],
    /^HTTP\/1.1 200/,
  ],
])('%s', async (_title, chunks, reply) => {
  const sandbox = await start()
  expect(await exchange(sandbox.origin, chunks)).toMatch(reply)
  expect((await fetch(`${sandbox.url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })).status).toBe(200)
})

test('a client that announces a large body sees 413 while it still writes', async () => {
  const sandbox = await start()
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const reply = await exchange(sandbox.origin, [
    `POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${8 * megabyte.length}\r\n\r\n`,
    ...Array(8).fill(megabyte),
  ])
  expect(reply).toMatch(/^HTTP\/1.1 413/)
  expect(reply).toContain('Connection: keep-alive')
})

test('a body without an end loses its connection after 16 MiB', async () => {
  const sandbox = await start()
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')])
  const reply = await exchange(
    sandbox.origin,
    [`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`, ...Array(24).fill(chunk)],
    () => false,
  )
  expect(reply).toMatch(/^HTTP\/1.1 413.*Connection: close/s)
})

test('a client that leaves in the middle of its request does no harm', async () => {
  const sandbox = await start()
  const { hostname, port } = new URL(sandbox.origin)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name"`, () =>
        socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
  })
  expect((await fetch(`${sandbox.url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })).status).toBe(200)
})

test('requests that are sent one after the other are answered in order', async () => {
  const sandbox = await start()
  const get = (id: number) => `GET /v1/pets/${id} HTTP/1.1\r\n${HEAD}\r\n`
  const text = await exchange(sandbox.origin, [get(1) + get(2) + get(3)], (seen) => (seen.match(/"id"/g) ?? []).length === 3)
  expect([...text.matchAll(/"id":(\d+)/g)].map(([, id]) => id)).toEqual(['1', '2', '3'])
})

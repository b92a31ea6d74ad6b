// Connections that take part in no request, or that end in the middle of one.

import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { connect, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../src/serve/listener.ts'
import { connectRaw, head, type RawClient } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'

async function open(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
}

test('a port that needs rights is refused with another choice', async () => {
  const server = Object.assign(new EventEmitter(), {
    listen: () => server.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })),
  }) as unknown as Server
  await expect(listen(server, 80, 'localhost')).rejects.toMatchObject({
    exitCode: 3,
    message: 'port 80 of localhost needs rights that this process does not have: choose a port above 1023 with port',
  })
})

test('a client with TLS has ten seconds for its handshake', async () => {
  const { origin } = await start({ tls: true })
  const limit = vi.spyOn(Socket.prototype, 'setTimeout')
  onTestFinished(() => limit.mockRestore())
  await open(origin)
  await expect.poll(() => limit.mock.calls.map(([ms]) => ms)).toContain(10_000)
})

const CHUNKED = 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"now'

test.each<[end: string, (socket: Socket) => unknown]>([
  ['leaves', (socket) => socket.destroy()],
  ['resets its connection', (socket) => socket.resetAndDestroy()],
  ['ends its side', (socket) => socket.end()],
])('a client that %s in the middle is no failure of the sandbox', { timeout: 30_000 }, async (_end, end) => {
  let log = ''
  const sandbox = await start({ log: { format: 'text', write: (text) => (log += text) } })
  const { pets = [] } = await sandbox.world('w1').data.get()
  const name = 'x'.repeat(10_000)
  await sandbox.world('w1').data.put({ pets: Array.from({ length: 400 }, (_, id) => ({ ...(pets[0] as object), id: id + 1, name })) })
  const clients = [
    'GET /_sandbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /_sandbox/worlds/w1/data HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `PUT /_sandbox/worlds/w1/clock HTTP/1.1\r\nHost: localhost\r\n${CHUNKED}`,
    `${head('POST', '/v1/pets')}${CHUNKED}`,
    `POST /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n${CHUNKED}`,
  ].map((text) => {
    const client = connectRaw(sandbox.origin)
    client.send(text)
    return client
  })
  await once((clients[1] as RawClient).socket, 'data')
  for (const { socket } of clients) end(socket)
  await Promise.all(clients.map(({ ended }) => ended))
  await sandbox.close()
  expect(log).not.toMatch(/Error|failed|\bat /)
})

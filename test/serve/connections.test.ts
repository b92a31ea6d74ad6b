// Connections that take part in no request: they must not take the files that the sandbox needs, or stay for long.

import { EventEmitter, once } from 'node:events'
import { Agent, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findVictim } from '../../src/serve/app.ts'
import { listen } from '../../src/serve/listener.ts'
import { serve } from '../support/command.ts'
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

test.runIf(process.platform === 'linux')('with 64 open files, idle connections leave files for pages and documents', async () => {
  const { url } = await serve(['--ephemeral'], {}, { shell: ['bash', '-c', 'ulimit -n 64; exec "$0" "$@"'] })
  const { origin } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const statusOf = (path: string) =>
    new Promise((resolve, reject) => {
      get(origin + path, { agent }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on('error', reject)
    })
  expect(await statusOf('/v1/pets')).toBe(401)
  for (let count = 0; count < 100; count += 1) await open(origin)
  for (const path of ['/', '/llms.txt', '/_sandbox/health']) expect(await statusOf(path), path).toBe(200)
  expect((await fetch(origin)).status, 'of a new connection').toBe(200)
})

test('a new connection takes the place of one that never sent a byte, else of the oldest without a request, else it ends itself', () => {
  const socketOf = (bytesRead: number) => ({ bytesRead }) as Socket
  const [busy, used, used2, silent, newest] = [socketOf(0), socketOf(1), socketOf(2), socketOf(0), socketOf(0)]
  const lastOn = (socket: Socket) => (socket === busy || socket === newest ? ({} as ServerResponse<IncomingMessage>) : undefined)
  for (const [open, victim] of [
    [[busy, used, used2, silent, newest], silent],
    [[busy, used, used2, newest], used],
    [[busy, newest], newest],
  ] as const)
    expect(findVictim(new Set(open), newest, { lastOn })).toBe(victim)
})

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
])('a client that %s in the middle is no failure of the sandbox', async (_end, end) => {
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

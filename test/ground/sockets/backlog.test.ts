// Bytes that are kept for clients that do not read. The connections are real. Each test writes more bytes than the kernel takes
// for a client that reads nothing.

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Backlog } from '../../../src/ground/sockets/backlog.ts'

const MUCH = Buffer.alloc(32 * 1024 * 1024, 'x')

interface Pair {
  readonly client: Socket
  readonly response: ServerResponse
  readonly socket: Socket
}

/** Connections to a server, each with a response that is under way and a client that reads nothing. */
async function connectAll(count: number): Promise<Pair[]> {
  const server: Server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pairs: Pair[] = []
  for (let index = 0; index < count; index += 1) {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    pairs.push({ client, response, socket: response.socket as Socket })
  }
  onTestFinished(() => {
    for (const { client } of pairs) client.destroy()
    server.closeAllConnections()
    server.close()
  })
  return pairs
}

test('beyond the bound, the connections without progress for the longest time are closed', async () => {
  const pairs = await connectAll(4)
  const [a, b, c, d] = pairs.map(({ socket }) => socket) as [Socket, Socket, Socket, Socket]
  const backlog = new Backlog(100)
  backlog.hold(a, 40)
  backlog.hold(b, 40)
  backlog.hold(a, 20)
  backlog.release(a, 10)
  expect(backlog.bytes).toBe(90)
  backlog.hold(c, 30)
  expect([a, b, c].map((socket) => socket.destroyed)).toEqual([false, true, false])
  expect(backlog.bytes).toBe(80)
  backlog.hold(d, 1000)
  expect([a, c, d].map((socket) => socket.destroyed)).toEqual([true, true, false])
  expect(backlog.bytes).toBe(1000)
})

test('bytes that are released after the connection was closed do not count', async () => {
  const [first, second] = (await connectAll(2)).map(({ socket }) => socket) as [Socket, Socket]
  const backlog = new Backlog(100)
  backlog.hold(first, 60)
  backlog.hold(second, 60)
  backlog.release(first, 60)
  backlog.hold(first, 60)
  expect([first.destroyed, second.destroyed, backlog.bytes]).toEqual([true, false, 60])
  backlog.release(second, 1000)
  expect(backlog.bytes).toBe(0)
})

test('unsent bytes are kept until the client has read them', async () => {
  const [{ client, response, socket }] = (await connectAll(1)) as [Pair]
  const backlog = new Backlog()
  response.write(MUCH)
  const drained = backlog.drained(response)
  expect(backlog.bytes).toBe(response.writableLength)
  expect(backlog.bytes).toBeGreaterThanOrEqual(MUCH.length)
  client.resume()
  await drained
  expect([backlog.bytes, response.writableLength]).toEqual([0, 0])
  // The end of the reply does not release them again.
  backlog.hold(socket, 7)
  await once(response.end(), 'close')
  expect(backlog.bytes).toBe(7)
})

test('a finished reply is kept until it is sent, or the client is gone', async () => {
  const [read, left] = (await connectAll(2)) as [Pair, Pair]
  const backlog = new Backlog(3 * MUCH.length)
  for (const { response } of [read, left]) response.end(MUCH)
  const drained = [read, left].map(({ response }) => backlog.drained(response))
  read.client.resume()
  left.client.destroy()
  await Promise.all(drained)
  expect(backlog.bytes).toBe(0)
  expect([read.response.writableFinished, left.response.writableFinished]).toEqual([true, false])
})

test('a client that reads nothing for long is disconnected, but not a client that reads', async () => {
  const [silent, reading] = (await connectAll(2)) as [Pair, Pair]
  const backlog = new Backlog(undefined, 1000)
  reading.client.resume()
  for (let count = 0; count < 100; count += 1) {
    reading.response.write(MUCH.subarray(0, 64 * 1024))
    await backlog.drained(reading.response)
  }
  silent.response.write(MUCH)
  await backlog.drained(silent.response)
  expect([silent.socket.destroyed, reading.socket.destroyed, backlog.bytes]).toEqual([true, false, 0])
})

test('nothing is kept for a connection that ended', async () => {
  const [{ client, socket }, { socket: other }] = (await connectAll(2)) as [Pair, Pair]
  const backlog = new Backlog()
  backlog.hold(socket, 40)
  backlog.hold(other, 2)
  client.destroy()
  await once(socket, 'close')
  expect(backlog.bytes).toBe(2)
  backlog.release(socket, 40)
  expect(backlog.bytes).toBe(2)
})

test('without unsent bytes there is no wait', async () => {
  const [{ response, client, socket }] = (await connectAll(1)) as [Pair]
  const backlog = new Backlog(0)
  await backlog.drained(response)
  client.destroy()
  await once(socket, 'close')
  await backlog.drained(response)
  backlog.hold(socket, 1)
  expect(backlog.bytes).toBe(0)
})

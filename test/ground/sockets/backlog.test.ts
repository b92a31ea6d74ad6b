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

test('beyond the bound, the clients that have taken nothing for the longest time are disconnected', async () => {
  const pairs = await connectAll(3)
  const backlog = new Backlog(2 * MUCH.length + 1000)
  const drained = pairs.map(({ response }) => {
    response.end(MUCH)
    return backlog.drained(response)
  })
  expect(pairs.map(({ socket }) => socket.destroyed)).toEqual([true, false, false])
  // The next reply waits until the memory of the disconnected client is free.
  let isNextTurn = false
  setImmediate(() => (isNextTurn = true))
  expect(backlog.isExceeded).toBe(true)
  await backlog.whenBelowBound()
  expect([backlog.isExceeded, isNextTurn]).toEqual([false, true])
  await drained[0]
  expect(backlog.bytes).toBeGreaterThanOrEqual(2 * MUCH.length)
  expect(backlog.bytes).toBeLessThan(3 * MUCH.length)
})

test('a single client may have a reply of any length', async () => {
  const [{ response, socket }] = (await connectAll(1)) as [Pair]
  const backlog = new Backlog(100)
  response.end(MUCH)
  void backlog.drained(response)
  expect([socket.destroyed, backlog.bytes]).toEqual([false, response.writableLength])
})

test('unsent bytes are kept until the client has read them', async () => {
  const [{ client, response }] = (await connectAll(1)) as [Pair]
  const backlog = new Backlog()
  response.write(MUCH)
  const drained = backlog.drained(response)
  expect(backlog.bytes).toBe(response.writableLength)
  expect(backlog.bytes).toBeGreaterThanOrEqual(MUCH.length)
  client.resume()
  await drained
  expect([backlog.bytes, response.writableLength]).toEqual([0, 0])
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
  // One long reply takes longer than the patience, and its client reads it slowly.
  const began = performance.now()
  reading.client.pause()
  const reader = setInterval(() => reading.client.read(1024 * 1024), 50)
  reading.response.write(MUCH)
  await backlog.drained(reading.response)
  clearInterval(reader)
  expect(performance.now() - began).toBeGreaterThan(1000)
  silent.response.write(MUCH)
  await backlog.drained(silent.response)
  expect([silent.socket.destroyed, reading.socket.destroyed, backlog.bytes]).toEqual([true, false, 0])
})

test('without unsent bytes there is no wait', async () => {
  const [{ response, client, socket }] = (await connectAll(1)) as [Pair]
  const backlog = new Backlog(0)
  await backlog.drained(response)
  client.destroy()
  await once(socket, 'close')
  response.write(MUCH)
  await backlog.drained(response)
  expect(backlog.bytes).toBe(0)
})

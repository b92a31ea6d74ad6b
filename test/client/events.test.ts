// Live events over HTTP. A stream that loses its connection comes back, and goes on after the last event that it got.

import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { EventParser } from '../../src/ground/event-parser.ts'
import { connectSandbox, type EventStream } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'
import { listen } from '../support/serve.ts'

/** Passes bytes on to a sandbox until its connections are cut. */
async function startLine(target: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connectTcp(Number(new URL(target).port), '127.0.0.1')
    for (const one of [socket, other]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    socket.pipe(other).pipe(socket)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { origin: await listen(server), cut, connections: () => sockets.size / 2 }
}

async function connectByLine() {
  const local = await start()
  const line = await startLine(local.origin)
  const sandbox = await connectSandbox(line.origin)
  onTestFinished(() => sandbox.close())
  return { local, line, sandbox }
}

const read = (events: EventStream) => {
  const iterator = events[Symbol.asyncIterator]()
  return async () => {
    const { value } = await iterator.next()
    return value?.type === 'changed' ? `${value.change.world} ${value.change.what}` : value?.type === 'lost' ? `lost ${value.count}` : value
  }
}

test('a stream that loses its connection misses nothing', async () => {
  const { local, line, sandbox } = await connectByLine()
  const next = read(await sandbox.world('w1').events())
  await local.world('w1').clock.advance(1)
  expect(await next()).toBe('w1 clock')
  for (const what of ['limits', 'scenarios'] as const) {
    line.cut()
    if (what === 'limits') await local.world('w1').limits.set('free', { remaining: 1 })
    else await local.world('w1').scenarios.clear()
    expect(await next()).toBe(`w1 ${what}`)
  }
})

test('a stream without a last event says that events may be lost', async () => {
  const { local, line, sandbox } = await connectByLine()
  const next = read(await sandbox.events())
  line.cut()
  expect(await next()).toBe('lost null')
  await local.world('w1').clock.advance(1)
  expect(await next()).toBe('w1 clock')
})

test('a sandbox that was started again goes on with new events', async () => {
  const local = await start()
  const { port, origin } = new URL(local.url)
  const sandbox = await connectSandbox(origin)
  onTestFinished(() => sandbox.close())
  const next = read(await sandbox.events())
  await local.world('w1').reset()
  expect(await next()).toBe('w1 reset')
  await local.close()
  const anew = await start({ port: Number(port) })
  expect(await next()).toBe('lost null')
  await anew.world('w2').reset()
  expect(await next()).toBe('w2 reset')
})

test('a sandbox with a reader of events ends as soon as the reader has the last one', async () => {
  const [followed, asked] = [await start(), await start()]
  const sandbox = await connectSandbox(followed.origin)
  onTestFinished(() => sandbox.close())
  await sandbox.events()
  // A request under way is given 1.5 seconds.
  const hanging = fetch(`${asked.origin}/~hang/v1/pets`, { headers: { authorization: `Bearer ${asked.key()}` } }).catch(() => {})
  await expect.poll(async () => (await asked.requests.list()).length).toBe(1)
  const ended: string[] = []
  await Promise.all([asked.close().then(() => ended.push('asked')), followed.close().then(() => ended.push('followed'))])
  await hanging
  expect(ended).toEqual(['followed', 'asked'])
})

test('close() ends a waiting loop, and so does the end of the handle', async () => {
  const { local, sandbox } = await connectByLine()
  const own = await sandbox.events()
  const other = await sandbox.world('w1').events()
  const loops = [own, other].map((events) => read(events)())
  own.close()
  expect(await loops[0]).toBeUndefined()
  await sandbox.close()
  expect(await loops[1]).toBeUndefined()
  expect(await read(own)()).toBeUndefined()
  expect(await local.health()).toMatchObject({ status: 'ok' })
})

test('a refused stream rejects, and a stream that is refused later ends with the reason', async () => {
  const { local, line, sandbox } = await connectByLine()
  const next = read(await sandbox.events())
  const readers = await Promise.all(Array.from({ length: 99 }, () => local.events()))
  await expect(sandbox.events()).rejects.toThrow('100 readers already follow the events')
  await expect(sandbox.world('w9').events()).rejects.toThrow('100 readers already follow the events')
  expect((await local.worlds.list()).map(({ name }) => name)).not.toContain('w9')
  for (const reader of readers) reader.close()
  line.cut()
  expect(await next()).toBe('lost null')
})

test('leaving a loop frees its place in the sandbox', async () => {
  const { local, line, sandbox } = await connectByLine()
  const before = line.connections()
  const events = await sandbox.events()
  await local.world('w1').reset()
  for await (const event of events) {
    expect(event.type).toBe('changed')
    break
  }
  await expect.poll(() => line.connections()).toBeLessThanOrEqual(before)
})

test.each([
  ['event: closed\nid: a-1\ndata: {}\n\n', [{ event: 'closed', id: 'a-1', data: '{}' }]],
  ['event: closed\r\nid: a-1\r\ndata: {}\r\n\r\n', [{ event: 'closed', id: 'a-1', data: '{}' }]],
  ['retry: 5\n\n: a comment\n\ndata:a\ndata: b\n\n', [{ data: 'a\nb' }]],
  ['event: lost\ndata: {"count":null}\n\ndata: half', [{ event: 'lost', data: '{"count":null}' }]],
])('%j is read from any pieces', (text, expected) => {
  for (const size of [1, 2, 3, text.length]) {
    const parser = new EventParser()
    const events = text.match(new RegExp(`[^]{1,${size}}`, 'g'))?.flatMap((part) => parser.push(part))
    expect(events).toEqual(expected)
  }
})

// Live events over HTTP.

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
    return value?.type === 'changed' ? `${value.change.world} ${value.change.what}` : value
  }
}

test('a stream that loses its connection says so', async () => {
  const { local, line, sandbox } = await connectByLine()
  const events = (await sandbox.world('w1').events())[Symbol.asyncIterator]()
  await local.world('w1').clock.advance(1)
  const { value } = await events.next()
  expect(value).toMatchObject({ type: 'changed', change: { world: 'w1', what: 'clock' } })
  line.cut()
  await expect(events.next()).rejects.toMatchObject({ code: 'unavailable', message: 'the events of the sandbox have ended: aborted' })
})

test('the end of the sandbox ends its streams with the reason', async () => {
  const local = await start()
  const sandbox = await connectSandbox(local.origin)
  onTestFinished(() => sandbox.close())
  const next = read(await sandbox.events())
  await local.world('w1').reset()
  expect(await next()).toBe('w1 reset')
  await local.close()
  await expect(next()).rejects.toThrow('the events of the sandbox have ended: is the sandbox still running?')
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

test('a stream that is refused rejects, and makes no world', async () => {
  const { local, sandbox } = await connectByLine()
  const readers = await Promise.all(Array.from({ length: 100 }, () => local.events()))
  await expect(sandbox.events()).rejects.toThrow('100 readers already follow the events')
  await expect(sandbox.world('w9').events()).rejects.toThrow('100 readers already follow the events')
  expect((await local.worlds.list()).map(({ name }) => name)).not.toContain('w9')
  for (const reader of readers) reader.close()
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

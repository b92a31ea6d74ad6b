// How a connection is read while many requests wait: in slices of 512 bytes, with a pause when its queue is full.

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Backlog } from '../../src/ground/sockets/backlog.ts'
import { BoundedReads } from '../../src/serve/bounded-reads.ts'

const TIGHT_BYTES = 4 * 1024 * 1024

/** A connection with the listeners of Node.js. Node.js drops its listeners for pause and resume when somebody else reads the bytes. */
function openSocket() {
  const reads: number[] = []
  const seen: string[] = []
  const hooks = { read: () => {} }
  const parse = (bytes: Buffer) => {
    reads.push(bytes.length)
    hooks.read()
  }
  const pause = () => seen.push('pause')
  const resume = () => seen.push('resume')
  const socket = new Duplex({ read() {}, write() {} }) as Socket
  socket.on('pause', pause).on('resume', resume).on('data', parse)
  socket.on('newListener', (event) => {
    if (event === 'data') socket.off('pause', pause).off('resume', resume)
  })
  const send = async (bytes: number) => {
    reads.length = 0
    socket.push(Buffer.alloc(bytes))
    await setImmediate()
    return reads
  }
  return { socket, send, reads, seen, hooks }
}

/** Two connections, and the reads of both; the second one only has bytes in the backlog. */
function createReads() {
  const [one, other] = [openSocket(), openSocket()]
  const backlog = new Backlog()
  const full = { after: Number.POSITIVE_INFINITY }
  const bounded = new BoundedReads(backlog, new Set([one.socket]), (socket) => socket === one.socket && one.reads.length >= full.after)
  return { one, other, backlog, bounded, full }
}

test('connections are read in slices as soon as the backlog is large, and as before when it was empty in between', async () => {
  const { one, other, backlog, bounded } = createReads()
  bounded.check()
  backlog.hold(other.socket, TIGHT_BYTES - 1)
  bounded.check()
  bounded.add(other.socket)
  expect([...(await one.send(1300)), ...(await other.send(1300))]).toEqual([1300, 1300])
  backlog.hold(other.socket, 1)
  bounded.check()
  expect(await one.send(1300)).toEqual([512, 512, 276])
  expect(await one.send(1024)).toEqual([512, 512])
  expect(one.socket.listenerCount('data')).toBe(1)
  bounded.check()
  expect(one.socket.listenerCount('data')).toBe(1)
  const late = openSocket()
  bounded.add(late.socket)
  expect(await late.send(600)).toEqual([512, 88])
  backlog.release(other.socket, TIGHT_BYTES - 1)
  const later = openSocket()
  bounded.add(later.socket)
  expect(await later.send(600)).toEqual([512, 88])
  backlog.release(other.socket, 1)
  const last = openSocket()
  bounded.add(last.socket)
  expect(await last.send(600)).toEqual([600])
})

test('while its queue is full a connection is paused, its unread bytes count, and its listeners stay', async () => {
  const { one, other, backlog, bounded, full } = createReads()
  backlog.hold(other.socket, TIGHT_BYTES)
  bounded.check()
  await setImmediate()
  one.seen.length = 0
  full.after = 2
  expect(await one.send(1500)).toEqual([512, 512])
  expect([one.socket.isPaused(), backlog.bytes - TIGHT_BYTES, one.seen]).toEqual([true, 476, ['pause']])
  full.after = Number.POSITIVE_INFINITY
  one.socket.resume()
  await setImmediate()
  expect([one.reads, backlog.bytes - TIGHT_BYTES, one.seen]).toEqual([[512, 512, 476], 0, ['pause', 'resume']])
})

test('a connection that somebody pauses or destroys within its bytes is read no further', async () => {
  const { one, other, backlog, bounded } = createReads()
  backlog.hold(other.socket, TIGHT_BYTES)
  bounded.check()
  one.hooks.read = () => void one.socket.pause()
  expect(await one.send(1500)).toEqual([512])
  expect(backlog.bytes - TIGHT_BYTES).toBe(988)
  one.hooks.read = () => void one.socket.destroy()
  one.socket.resume()
  await setImmediate()
  expect([one.reads, backlog.bytes - TIGHT_BYTES]).toEqual([[512, 512], 0])
})

test('a connection without a reader is left alone', () => {
  const { one, other, backlog, bounded } = createReads()
  one.socket.removeAllListeners('data')
  backlog.hold(other.socket, TIGHT_BYTES)
  bounded.check()
  expect(one.socket.listenerCount('data')).toBe(0)
})

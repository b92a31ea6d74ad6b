// Requests that a client sends on a connection before it has seen the reply to the first (pipelining, RFC 9112 §9.3.2)
// are carried out one after the other, whatever each waits for.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Line {
  last: Promise<void>
  waiting: number
}

/** More than any client means; each that waits is kept in memory. */
const MAX_WAITING = 100

export function createInOrder(): (socket: Socket, response: ServerResponse, work: () => Promise<void>) => Promise<void> {
  const lines = new WeakMap<Socket, Line>()
  return function inOrder(socket, response, work) {
    const line = lines.get(socket)
    if (line === undefined) {
      const first = work()
      lines.set(socket, { last: first, waiting: 0 })
      return first
    }
    // A response has no socket as long as one before it is still being written.
    line.last = response.socket === null ? wait(line, socket, work) : work()
    return line.last
  }
}

async function wait(line: Line, socket: Socket, work: () => Promise<void>): Promise<void> {
  const { last } = line
  line.waiting += 1
  if (line.waiting > MAX_WAITING) socket.destroy()
  await last
  line.waiting -= 1
  if (!socket.destroyed) await work()
}

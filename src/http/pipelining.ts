// Requests that a client sends on a connection before it has seen the reply to the first (pipelining, RFC 9112 §9.3.2)
// are carried out one after the other, whatever each waits for.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than any client means; each that waits is kept in memory. */
const MAX_WAITING = 100

/** Resolves with true when it is this response's turn, and with false when the connection is gone before. */
export type Turn = (socket: Socket, response: ServerResponse) => Promise<boolean>

export function createTurns(): Turn {
  const waiting = new WeakMap<Socket, number>()
  return async function turn(socket, response) {
    // Node.js gives a response its socket when the replies before it are over.
    if (response.socket !== null) return true
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MAX_WAITING) socket.destroy()
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off('close', go)
        response.off('socket', go)
        resolve()
      }
      socket.once('close', go)
      response.once('socket', go)
      if (socket.destroyed) go()
    })
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    return !socket.destroyed
  }
}

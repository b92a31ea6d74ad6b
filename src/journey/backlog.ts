// What is kept in memory for clients that keep the sandbox waiting: bytes that wait to be sent, requests that wait for the
// reply before them. Together it is bounded over all connections, and a connection that takes nothing for long is closed.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { resetConnection } from './reset-connection.ts'

export interface Backlog {
  /** Counts so many bytes as kept for this connection. Beyond the bound, the one of several that moved on longest ago is closed. */
  hold(socket: Socket, bytes: number): void
  /** They are kept no longer: the connection has moved on. */
  release(socket: Socket, bytes: number): void
  /** How many bytes are kept, over all connections. */
  readonly bytes: number
  /** Resolves when the client has taken all that was written so far, or when it is gone. */
  drained(response: ServerResponse): Promise<void>
}

export interface BacklogOptions {
  readonly maxBytes?: number
  /** Milliseconds after which a client that takes nothing is given up. */
  readonly patience?: number
}

const MAX_BYTES = 64 * 1024 * 1024
const PATIENCE_MS = 30_000

export function createBacklog({ maxBytes = MAX_BYTES, patience = PATIENCE_MS }: BacklogOptions = {}): Backlog {
  /** Bytes by connection. The one that moved on longest ago comes first. */
  const held = new Map<Socket, number>()
  /** The connections whose end is watched. */
  const watched = new WeakSet<Socket>()
  let total = 0

  function close(socket: Socket): void {
    forget(socket)
    resetConnection(socket)
  }

  function forget(socket: Socket): void {
    total -= held.get(socket) ?? 0
    held.delete(socket)
  }

  /** Whoever counts bytes here may never come to release them: the connection may end before. */
  function watch(socket: Socket): void {
    if (watched.has(socket)) return
    watched.add(socket)
    socket.once('close', () => forget(socket))
  }

  function hold(socket: Socket, bytes: number): void {
    if (bytes === 0 || socket.destroyed) return
    watch(socket)
    held.set(socket, (held.get(socket) ?? 0) + bytes)
    total += bytes
    for (const [oldest] of held) {
      // One alone may have a reply of any length.
      if (total <= maxBytes || held.size === 1) return
      close(oldest)
    }
  }

  function release(socket: Socket, bytes: number): void {
    const before = held.get(socket)
    // It was closed meanwhile.
    if (before === undefined) return
    total -= Math.min(before, bytes)
    held.delete(socket)
    if (before > bytes) held.set(socket, before - bytes)
  }

  function drained(response: ServerResponse): Promise<void> {
    const { socket, writableLength: bytes } = response
    if (socket === null || socket.destroyed || bytes === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(close, patience, socket).unref()
      const done = () => {
        clearTimeout(timer)
        response.off('drain', done).off('close', done)
        release(socket, bytes)
        resolve()
      }
      response.on('drain', done).on('close', done)
      hold(socket, bytes)
    })
  }

  return {
    hold,
    release,
    drained,
    get bytes() {
      return total
    },
  }
}

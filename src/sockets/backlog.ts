// Counts the bytes that the sandbox keeps in memory for slow clients: replies that wait to be sent, and requests that wait for an
// earlier reply. The sum over all connections is bounded. A connection that takes nothing for a long time is closed.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BOUNDS } from '../exchange/bounds.ts'
import { resetConnection } from './end-connection.ts'

export interface Backlog {
  /** Counts bytes as kept for this connection. Above the bound, the connection that made no progress for the longest time is closed. */
  hold(socket: Socket, bytes: number): void
  /** The bytes are not kept any more, because the connection made progress. */
  release(socket: Socket, bytes: number): void
  /** The bytes that are kept for all connections. */
  readonly bytes: number
  /** Resolves when the client has taken everything that was written so far, or when it is gone. */
  drained(response: ServerResponse): Promise<void>
}

export interface BacklogOptions {
  readonly maxBytes?: number
  /** After this many milliseconds, a client that takes nothing is disconnected. */
  readonly patience?: number
}

const PATIENCE_MS = 30_000

export function createBacklog({ maxBytes = BOUNDS.unsentBytes, patience = PATIENCE_MS }: BacklogOptions = {}): Backlog {
  /** The bytes of each connection. The connection that made no progress for the longest time comes first. */
  const held = new Map<Socket, number>()
  /** The connections that have a listener for their end. */
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

  /** Releases the bytes at the end of the connection, because nobody else may do so after that. */
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
      // A single connection may have a reply of any length.
      if (total <= maxBytes || held.size === 1) return
      close(oldest)
    }
  }

  function release(socket: Socket, bytes: number): void {
    const before = held.get(socket)
    // The connection was closed meanwhile.
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

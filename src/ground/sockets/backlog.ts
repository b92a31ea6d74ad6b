// Counts the bytes that the sandbox keeps in memory for slow clients: replies that wait to be sent, and requests that wait for an
// earlier reply. The sum over all connections is bounded. A connection that takes nothing for a long time is closed.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BOUNDS } from '../bounds.ts'
import { resetConnection } from './end-connection.ts'

const PATIENCE_MS = 30_000

export class Backlog {
  /** The bytes that are kept for all connections. */
  bytes = 0
  readonly #maxBytes: number
  /** After this many milliseconds, a client that takes nothing is disconnected. */
  readonly #patience: number
  /** The bytes of each connection. The connection that made no progress for the longest time comes first. */
  readonly #held = new Map<Socket, number>()
  /** The connections that have a listener for their end. */
  readonly #watched = new WeakSet<Socket>()

  constructor(maxBytes: number = BOUNDS.unsentBytes, patience = PATIENCE_MS) {
    this.#maxBytes = maxBytes
    this.#patience = patience
  }

  /** Counts bytes as kept for this connection. Above the bound, the connection that made no progress for the longest time is closed. */
  hold(socket: Socket, bytes: number): void {
    if (bytes === 0 || socket.destroyed) return
    this.#watch(socket)
    this.#held.set(socket, (this.#held.get(socket) ?? 0) + bytes)
    this.bytes += bytes
    for (const [oldest] of this.#held) {
      // A single connection may have a reply of any length.
      if (this.bytes <= this.#maxBytes || this.#held.size === 1) return
      this.#forget(oldest)
      resetConnection(oldest)
    }
  }

  /** The bytes are not kept any more, because the connection made progress. */
  release(socket: Socket, bytes: number): void {
    const before = this.#held.get(socket)
    // The connection was closed meanwhile.
    if (before === undefined) return
    this.bytes -= Math.min(before, bytes)
    this.#held.delete(socket)
    if (before > bytes) this.#held.set(socket, before - bytes)
  }

  /** Resolves when the client has taken everything that was written so far, or when it is gone. */
  drained(response: ServerResponse): Promise<void> {
    const { socket, writableLength: bytes } = response
    if (socket === null || socket.destroyed || bytes === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resetConnection, this.#patience, socket).unref()
      const done = () => {
        clearTimeout(timer)
        response.off('drain', done).off('close', done)
        this.release(socket, bytes)
        resolve()
      }
      response.on('drain', done).on('close', done)
      this.hold(socket, bytes)
    })
  }

  /** Releases the bytes at the end of the connection, because nobody else may do so after that. */
  #watch(socket: Socket): void {
    if (this.#watched.has(socket)) return
    this.#watched.add(socket)
    socket.once('close', () => this.#forget(socket))
  }

  #forget(socket: Socket): void {
    this.bytes -= this.#held.get(socket) ?? 0
    this.#held.delete(socket)
  }
}

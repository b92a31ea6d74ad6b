// Replies that wait for slow clients. The sum of their bytes is bounded, and a client that takes nothing for a long time is disconnected.

import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BOUNDS } from '../bounds.ts'
import { resetConnection } from './end-connection.ts'

const PATIENCE_MS = 30_000

export class Backlog {
  /** The bytes that wait, of all connections. */
  bytes = 0
  readonly #maxBytes: number
  /** In milliseconds. */
  readonly #patience: number
  /** True until the memory of disconnected clients is free again, at the end of the turn. */
  isExceeded = false
  /** Each function ends a wait. The longest wait comes first. */
  readonly #waiting = new Map<ServerResponse, () => void>()

  constructor(maxBytes: number = BOUNDS.unsentBytes, patience = PATIENCE_MS) {
    this.#maxBytes = maxBytes
    this.#patience = patience
  }

  /** Resolves when the client has taken all that was written, or is gone. Above the bound, those that wait longest are disconnected. */
  drained(response: ServerResponse): Promise<void> {
    const { socket, writableLength: bytes } = response
    if (socket === null || socket.destroyed || bytes === 0) return Promise.resolve()
    return new Promise((resolve) => {
      // Node.js ends the connection after this time, unless the client has taken something.
      socket.setTimeout(this.#patience)
      const done = () => {
        // After the reply, Node.js has set its keep-alive time.
        if (!response.writableFinished) socket.setTimeout(0)
        response.off('drain', done).off('close', done)
        this.#waiting.delete(response)
        this.bytes -= bytes
        resolve()
      }
      response.on('drain', done).on('close', done)
      this.#waiting.set(response, done)
      this.bytes += bytes
      this.#disconnectExcess()
    })
  }

  /** Resolves when the next reply may be made. Else all replies of one turn would be in memory at once. */
  async whenBelowBound(): Promise<void> {
    while (this.isExceeded) await nextTurn()
  }

  #disconnectExcess(): void {
    for (const [response, done] of this.#waiting) {
      // A single connection may have a reply of any length.
      if (this.bytes <= this.#maxBytes || this.#waiting.size === 1) return
      const { socket } = response
      done()
      if (socket) resetConnection(socket)
      this.isExceeded = true
      setImmediate(() => (this.isExceeded = false))
    }
  }
}

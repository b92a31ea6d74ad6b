// Limits how much of a connection is read at once. Node.js reads 64 KiB and handles all requests in it, perhaps thousands,
// before anybody can pause the connection. Such large reads are the fastest way while few requests wait. When many requests
// wait, connections are read in small slices instead, and can be paused after each slice.

import type { Socket } from 'node:net'
import type { Backlog } from '../ground/sockets/backlog.ts'

const SLICE_BYTES = 512
/** When the backlog has this many bytes, connections are read in slices. */
const TIGHT_BYTES = 4 * 1024 * 1024

export class BoundedReads {
  readonly #backlog: Backlog
  /** Tells whether too many requests of a connection wait. */
  readonly #isFull: (socket: Socket) => boolean
  readonly #open: ReadonlySet<Socket>
  #isTight = false

  constructor(backlog: Backlog, open: ReadonlySet<Socket>, isFull: (socket: Socket) => boolean) {
    this.#backlog = backlog
    this.#open = open
    this.#isFull = isFull
  }

  add(socket: Socket): void {
    if (this.#backlog.bytes === 0) this.#isTight = false
    if (this.#isTight) this.#slice(socket)
  }

  /** Checks the size of the backlog. A large backlog starts the reading in slices. */
  check(): void {
    if (this.#isTight || this.#backlog.bytes < TIGHT_BYTES) return
    this.#isTight = true
    for (const socket of this.#open) this.#slice(socket)
  }

  /** Reads a connection in slices until it ends. While the connection is paused, the unread rest is put back into the socket. */
  #slice(socket: Socket): void {
    const [parse] = socket.listeners('data')
    if (parse === undefined) return
    let kept = 0
    const take = (chunk: Buffer) => {
      this.#backlog.release(socket, kept)
      kept = 0
      for (let at = 0; at < chunk.length && !socket.destroyed; at += SLICE_BYTES) {
        if (socket.isPaused() || this.#isFull(socket)) {
          socket.pause()
          kept = chunk.length - at
          this.#backlog.hold(socket, kept)
          socket.unshift(chunk.subarray(at))
          return
        }
        parse(chunk.subarray(at, at + SLICE_BYTES))
      }
    }
    const switches = (['pause', 'resume'] as const).map((event) => [event, socket.listeners(event)] as const)
    // With our own listener, Node.js passes on the bytes that it reads. But it also drops its own listeners for pause
    // and resume. Without them a paused connection would never be read again, so they are added again.
    socket.off('data', parse as () => void).on('data', take)
    for (const [event, listeners] of switches)
      for (const listener of listeners)
        if (!socket.listeners(event).includes(listener)) socket.prependListener(event, listener as () => void)
  }
}

// How much of a connection is read at once. Node.js reads 64 KiB, and takes all requests in it, thousands perhaps, before
// anybody can pause the connection. That is the fastest way, and all is well while clients do not send ahead. When many
// requests wait, connections are read in small slices instead, and each can be paused behind a slice.

import type { Socket } from 'node:net'
import type { Backlog } from '../journey/backlog.ts'

const SLICE_BYTES = 512
/** With so much kept for clients, connections are read in slices. */
const TIGHT_BYTES = 4 * 1024 * 1024

export interface Slices {
  /** A new connection. */
  add(socket: Socket): void
  /** Looks at what is kept: connections may have to be read in slices from now on. */
  check(): void
}

/** `isFull` tells of a connection whose requests wait. */
export function createSlices(backlog: Backlog, isFull: (socket: Socket) => boolean): Slices {
  const connections = new Set<Socket>()
  let isTight = false

  /** Reads a connection in slices until it ends: what is paused is put back. */
  function slice(socket: Socket): void {
    const [parse] = socket.listeners('data')
    if (parse === undefined) return
    let kept = 0
    const take = (chunk: Buffer) => {
      backlog.release(socket, kept)
      kept = 0
      for (let at = 0; at < chunk.length && !socket.destroyed; at += SLICE_BYTES) {
        if (socket.isPaused() || isFull(socket)) {
          socket.pause()
          kept = chunk.length - at
          backlog.hold(socket, kept)
          socket.unshift(chunk.subarray(at))
          return
        }
        parse(chunk.subarray(at, at + SLICE_BYTES))
      }
    }
    const switches = (['pause', 'resume'] as const).map((event) => [event, socket.listeners(event)] as const)
    // A listener of our own makes Node.js hand over what it reads. It drops its switches then, which would leave a connection
    // that happens to be paused unread for ever.
    socket.off('data', parse as () => void).on('data', take)
    for (const [event, listeners] of switches)
      for (const listener of listeners)
        if (!socket.listeners(event).includes(listener)) socket.prependListener(event, listener as () => void)
  }

  return {
    add(socket) {
      if (backlog.bytes === 0) isTight = false
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
      if (isTight) slice(socket)
    },
    check() {
      if (isTight || backlog.bytes < TIGHT_BYTES) return
      isTight = true
      for (const socket of connections) slice(socket)
    },
  }
}

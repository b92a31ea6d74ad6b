// How a connection ends: gently, at once, or because the client has left.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LINGER_MS = 1000

/**
 * Call this before a reply with `Connection: close` to a client that may still be sending. After the reply Node.js calls `destroySoon`,
 * which would close at once. With unread bytes, such a close becomes a reset, and the client may lose the reply.
 */
export function closeGently(request: IncomingMessage): void {
  request.socket.destroySoon = () => hangUp(request)
}

/** Ends the connection with a FIN, whatever the client still sends. Unread bytes would turn the FIN into a reset. */
export function hangUp(request: IncomingMessage): void {
  request.resume()
  endGently(request.socket)
}

/** Gives the client time to read the reply and to end its side. Bytes that still come are dropped. */
export function endGently(socket: Socket): void {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Ends a connection at once with a TCP RST. Unsent bytes are freed. The client sees ECONNRESET. */
export function resetConnection(socket: Socket): void {
  // Only a TCP socket can be reset. With TLS it is the parent of the TLS socket.
  const { _parent } = socket as Socket & { _parent?: Socket }
  const tcp = _parent ?? socket
  tcp.resetAndDestroy()
}

/** A client that has ended its side counts as gone, because nothing is being sent to it. */
export const untilGone = (socket: Socket) => new Promise<void>((resolve) => onGone(socket, resolve))

/** Ends early when the client is gone. */
export async function wait(seconds: number, socket: Socket): Promise<void> {
  const controller = new AbortController()
  const off = onGone(socket, () => controller.abort())
  await sleep(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {})
  off()
}

function onGone(socket: Socket, tell: () => void): () => void {
  const giveUp = () => socket.destroy()
  socket.once('close', tell).once('end', giveUp)
  if (socket.readableEnded) giveUp()
  if (socket.destroyed) tell()
  return () => socket.off('close', tell).off('end', giveUp)
}

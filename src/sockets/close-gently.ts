// Closes a connection after a reply, although the client may still be sending. Node.js would close the connection at once. When
// bytes are unread, such a close becomes a reset, and the client may lose the reply.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const LINGER_MS = 1000

/** Call this before a reply with `Connection: close` is sent. Node.js calls `destroySoon` after the reply. */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    request.resume()
    endGently(socket)
  }
}

/** Ends the connection with a FIN, whatever the client still sends. Unread bytes would turn the FIN into a reset. */
export function hangUp(request: IncomingMessage): void {
  request.resume()
  endGently(request.socket)
}

/** Ends our side, and gives the client time to read the reply and to end its side. Bytes that still come are dropped. */
export function endGently(socket: Socket): void {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

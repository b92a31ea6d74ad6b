// Closes a connection behind a reply although the client may still be sending. Node.js would close it at once: with bytes
// unread that is a reset, which can take the reply away from the client before it has read it.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const LINGER_MS = 1000

/** For a reply with `Connection: close`, before it is sent: Node.js calls `destroySoon` when the reply is out. */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    request.resume()
    endGently(socket)
  }
}

/** Ends our side, and gives the client the time to read and to end its own. What it still sends is dropped. */
export function endGently(socket: Socket): void {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

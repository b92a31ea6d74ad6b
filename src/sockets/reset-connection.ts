// Ends a connection at once with a TCP RST. Unsent bytes are freed. The client sees ECONNRESET.

import type { Socket } from 'node:net'

export function resetConnection(socket: Socket): void {
  // Only a TCP socket can be reset. With TLS it is the parent of the TLS socket.
  const { _parent } = socket as Socket & { _parent?: Socket }
  const tcp = _parent ?? socket
  tcp.resetAndDestroy()
}

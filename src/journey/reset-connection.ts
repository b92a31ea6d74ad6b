// Ends a connection at once: a TCP RST, which frees what is still to be sent. The client sees ECONNRESET.

import type { Socket } from 'node:net'

export function resetConnection(socket: Socket): void {
  // Only a TCP socket can be reset; under TLS that is the one beneath.
  const { _parent } = socket as Socket & { _parent?: Socket }
  const tcp = _parent ?? socket
  tcp.resetAndDestroy()
}

// Leaves files for the sandbox itself. Each connection is one of the files that the process may have open, and without a free
// file no page, no document and no world can be read. So connections get half of the files. A new connection takes the place
// of an older connection that has no request, first of one that never had a request.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** Returns the function that gets each new connection. `isIdle` tells whether a connection has no request under way. */
export function createConnectionBound(isIdle: (socket: Socket) => boolean, maxFiles = findMaxFiles()): (socket: Socket) => void {
  const open = new Set<Socket>()

  return function bound(socket) {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size <= maxFiles / 2) return
    const idle = [...open].filter(isIdle)
    const victim = idle.find(({ bytesRead }) => bytesRead === 0) ?? idle[0] ?? socket
    victim.destroy()
  }
}

/** How many files this process may have open. Only Linux tells it in a file; other systems rarely have a low limit. */
function findMaxFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

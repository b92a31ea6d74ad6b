// The HTTP edge. Requests of one connection first wait for their turn. Then table.ts answers them. Requests that cannot be read are
// answered by client-error.ts.

import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { type ClientErrors, createClientErrors } from './client-error.ts'
import type { HttpParts } from './parts.ts'
import { Pipelines } from './pipelining.ts'
import { createTable } from './table.ts'

/** The functions that get the events of an HTTP server. */
export interface App extends ClientErrors {
  readonly connection: (socket: Socket) => void
  readonly request: RequestListener
}

export function createApp(parts: HttpParts): App {
  const pipelines = new Pipelines(createTable(parts), parts.backlog)
  const bound = createConnectionBound((socket) => pipelines.lastOn(socket) === undefined)
  const connect = (socket: Socket) => {
    bound(socket)
    parts.connections.open(socket)
    pipelines.add(socket)
  }
  return { connection: connect, request: pipelines.take, ...createClientErrors(parts, pipelines) }
}

/**
 * Leaves files for the sandbox itself: without a free file no page, no document and no world can be read. So connections get half of the
 * files. A new connection takes the place of an older one that has no request, first of one that never had a request.
 */
function createConnectionBound(isIdle: (socket: Socket) => boolean, maxFiles = findMaxFiles()): (socket: Socket) => void {
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

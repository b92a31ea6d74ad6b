// The HTTP edge. Requests of one connection first wait for their turn. Then edge.ts answers them. Requests that cannot be read are
// answered by client-error.ts.

import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createClientErrors } from './client-error.ts'
import { createEdge } from './edge.ts'
import type { HttpParts } from './parts.ts'
import { Pipelines } from './pipelining.ts'

/** Answers the requests of a server. `connected` is the server's event for a new connection. */
export function serveApp(server: Server, connected: 'connection' | 'secureConnection', parts: HttpParts): void {
  const open = new Set<Socket>()
  const pipelines = new Pipelines(createEdge(parts).callback(), parts.backlog, open)
  const { clientError, connect } = createClientErrors(parts, pipelines)
  const maxOpen = findMaxFiles() / 2
  server.on(connected, (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size > maxOpen) findVictim(open, socket, pipelines).destroy()
    parts.connections.open(socket)
    pipelines.add(socket)
  })
  // A client that expects `100 Continue` gets it when the sandbox wants the body. A server may ignore an unknown expectation (RFC 9110
  // §10.1.1).
  server.on('request', pipelines.take).on('checkContinue', pipelines.take).on('checkExpectation', pipelines.take)
  server.on('clientError', clientError).on('connect', connect)
}

/**
 * The connection to close when there are too many. Connections may use half of the file descriptors, because the sandbox needs some to read
 * pages, documents and worlds. The oldest idle connection is closed, first one that never sent anything.
 */
export function findVictim(open: ReadonlySet<Socket>, newest: Socket, pipelines: Pick<Pipelines, 'lastOn'>): Socket {
  const idle = [...open].filter((socket) => pipelines.lastOn(socket) === undefined)
  return idle.find(({ bytesRead }) => bytesRead === 0) ?? idle[0] ?? newest
}

/** How many files this process may have open. Only Linux tells it in a file; other systems rarely have a low limit. */
function findMaxFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

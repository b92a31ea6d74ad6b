// The HTTP edge. Requests of one connection first wait for their turn. Then the table answers them. Requests that cannot be read are
// answered by client-error.ts.

import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from '../journey/connections.ts'
import type { RefuseUnparsed } from '../journey/refuse-unparsed.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { createBoundedReads } from './bounded-reads.ts'
import { type ClientErrors, createClientErrors } from './client-error.ts'
import { createConnectionBound } from './connection-bound.ts'
import { createPipelines } from './pipelining.ts'
import { createTable, type TableParts } from './table.ts'

export interface AppParts extends TableParts {
  readonly refuseUnparsed: RefuseUnparsed
  readonly backlog: Backlog
  readonly connections: Connections
}

/** The functions that get the events of an HTTP server. */
export interface App extends ClientErrors {
  readonly connection: (socket: Socket) => void
  readonly request: RequestListener
}

export function createApp(parts: AppParts): App {
  const { backlog, connections } = parts
  const reads = createBoundedReads(backlog, (socket) => pipelines.isFull(socket))
  const pipelines = createPipelines(createTable(parts), backlog, reads)
  const bound = createConnectionBound((socket) => pipelines.lastOn(socket) === undefined)
  const connect = (socket: Socket) => {
    bound(socket)
    connections.open(socket)
    reads.add(socket)
  }
  return { connection: connect, request: pipelines.take, ...createClientErrors({ ...parts, pipelines }) }
}

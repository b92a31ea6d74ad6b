// The HTTP edge. Requests of one connection first wait for their turn. Then the journey answers the operations of the contract, and
// the table answers everything else. Requests that cannot be read are answered by client-error.ts.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Found } from '../contract/operations.ts'
import type { Connections } from '../journey/connections.ts'
import { splitTarget } from '../journey/head.ts'
import type { RefuseUnparsed } from '../journey/refuse-unparsed.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { createBoundedReads } from './bounded-reads.ts'
import { type ClientErrors, createClientErrors } from './client-error.ts'
import { createConnectionBound } from './connection-bound.ts'
import { createPipelines } from './pipelining.ts'
import { createRoutes, normalizePath } from './routes.ts'
import { CONTROL, createTable, isUnder, type TableParts } from './table.ts'

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
  const { backlog, connections, contract, journey, notify } = parts
  const findOperation = createRoutes(contract.operations)
  const table = createTable(parts, findOperation)

  /** Most requests are for an operation of the contract. They need nothing of Koa, whose context takes a sixth of their time. */
  const answer: RequestListener = (request, response) => {
    const found = request.headers.origin === undefined ? findDirectly(request) : undefined
    if (found === undefined) return table(request, response)
    // Node.js ends the process when nobody listens to the error of a write to a connection that broke.
    response.on('error', ignore)
    journey(request, response, found).catch((error: unknown) => fail(error, response))
  }

  function findDirectly({ method = 'GET', url = '/' }: IncomingMessage): Found | undefined {
    const [path] = splitTarget(url)
    return isUnder(CONTROL, normalizePath(path)) ? undefined : findOperation(method, normalizePath(splitPrefix(path).rest))
  }

  /** The world could not be entered, for example because the sandbox is being closed. */
  function fail(error: unknown, response: ServerResponse): void {
    notify(String(error instanceof Error ? error.stack : error))
    response.destroy()
  }

  const reads = createBoundedReads(backlog, (socket) => pipelines.isFull(socket))
  const pipelines = createPipelines(answer, backlog, reads)
  const bound = createConnectionBound((socket) => pipelines.lastOn(socket) === undefined)
  const connect = (socket: Socket) => {
    bound(socket)
    connections.open(socket)
    reads.add(socket)
  }
  return { connection: connect, request: pipelines.take, ...createClientErrors({ ...parts, pipelines }) }
}

function ignore(): void {}

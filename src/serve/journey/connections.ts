// Gives each connection a number, counts its requests, and remembers the last headers that it brought. Pipelining (RFC 9112 §9.3.2): a
// client sends further requests before it has seen the first reply. The requests of a connection are handled one after the other. While
// many of them wait, the connection is not read.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { BOUNDS } from '../../ground/bounds.ts'
import type { Caller, Instant } from '../../ground/generated/control.ts'
import type { Problem } from '../../ground/problem.ts'
import type { Observer } from '../../record/observer.ts'
import { readClocks } from '../../worlds/clock.ts'

/** When a request arrived that had to wait for its turn on a pipelined connection. */
export const arrivals = new WeakMap<IncomingMessage, Instant>()

/** What the headers of a request say. */
export interface Headers {
  readonly httpVersion: string
  /** The rule of HTTP that the version or the headers break. */
  readonly problem: Problem | undefined
  /** As the record has them: names and values in turn. */
  readonly headers: readonly string[]
  readonly userAgent: string | undefined
  /** The origin of a target that names no host. */
  readonly origin: string
  readonly caller: Caller
  /** The world of the key. */
  readonly world: string | undefined
  /** Authorization has no key of this sandbox. */
  readonly isForeign: boolean
}

export interface OpenConnection {
  /** Counted from 1, among the connections that have brought a request. 0 before the first request. */
  id: number
  /** How many requests it has brought. */
  uses: number
  /** The last headers, without those of a request with a secret. A client sends the same headers again and again. */
  headers?: Headers | undefined
  /** How many requests wait for their turn. */
  waiting: number
  /** The response to the last request that had to wait for its turn. */
  lastWaiting?: ServerResponse
  /** A request could not be read, which ends the connection. Further requests are ignored. */
  isRefused: boolean
}

/** Whether a connection is not read for a while. */
const isFull = ({ waiting }: Pick<OpenConnection, 'waiting'>) => waiting >= BOUNDS.waitingRequests

export class Connections {
  readonly #observer: Required<Pick<Observer, 'disconnected'>>
  readonly #connections = new WeakMap<Socket, OpenConnection>()
  #count = 0

  constructor(observer: Required<Pick<Observer, 'disconnected'>>) {
    this.#observer = observer
  }

  /** For the server's event `connection`. */
  open(socket: Socket): OpenConnection {
    const connection = { id: 0, uses: 0, waiting: 0, isRefused: false }
    this.#connections.set(socket, connection)
    // Node.js resumes a connection after every request, so a full one is paused again.
    socket.on('resume', () => isFull(connection) && socket.pause())
    return connection
  }

  of(socket: Socket): OpenConnection {
    return this.#connections.get(socket) ?? this.open(socket)
  }

  /** The connection of a request, which is counted. */
  use(socket: Socket): OpenConnection {
    const connection = this.#connections.get(socket) ?? this.open(socket)
    connection.uses += 1
    if (connection.uses > 1) return connection
    this.#count += 1
    const id = this.#count
    connection.id = id
    // The observer is told later, after the exchanges of the connection have ended.
    socket.once('close', () => process.nextTick(this.#observer.disconnected, { connection: id, at: readClocks() }))
    return connection
  }
}

/** Passes each request on to the listener when its turn has come. */
export const inTurn =
  (listener: RequestListener, connections: Connections): RequestListener =>
  (request, response) => {
    const { socket } = request
    const connection = connections.of(socket)
    if (connection.isRefused) return
    if (response.socket !== null) return listener(request, response)
    arrivals.set(request, readClocks())
    connection.waiting += 1
    connection.lastWaiting = response
    if (isFull(connection)) socket.pause()
    // Node.js gives the response a socket when the earlier replies are finished.
    response.once('socket', () => {
      const wasFull = isFull(connection)
      connection.waiting -= 1
      if (wasFull && !isFull(connection)) socket.resume()
      setImmediate(() => socket.destroyed || listener(request, response))
    })
  }

/** The response to the last request of a connection, unless it is over. Node.js keeps the one under way in this undocumented property. */
export function lastOn(socket: Socket, { lastWaiting }: OpenConnection): ServerResponse | undefined {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return lastWaiting?.closed === false ? lastWaiting : (_httpMessage ?? undefined)
}

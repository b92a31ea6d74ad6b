// Numbers the connections. A client may send further requests before it has seen the first reply (pipelining, RFC 9112 §9.3.2): they are
// handled one after the other. While many of them wait, the connection is not read.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { BOUNDS } from '../../ground/bounds.ts'
import type { Instant } from '../../ground/generated/control.ts'
import { machineClock } from '../../worlds/clock.ts'

/** When a request arrived that had to wait for its turn. */
export const arrivals = new WeakMap<IncomingMessage, Instant>()

export interface OpenConnection {
  /** Counted from 1, in the order of the first requests. */
  readonly id: number
  /** How many requests have entered the journey, which counts them. */
  uses: number
  waiting: number
  /** The response to the last request. The journey drops it when both are over, because it keeps the whole request in memory. */
  last: ServerResponse | undefined
  /** A request could not be read, which ends the connection. Further requests are ignored. */
  isRefused: boolean
}

const isFull = ({ waiting }: Pick<OpenConnection, 'waiting'>) => waiting >= BOUNDS.waitingRequests

export class Connections {
  readonly #connections = new WeakMap<Socket, OpenConnection>()
  #count = 0

  of(socket: Socket): OpenConnection {
    const known = this.#connections.get(socket)
    if (known) return known
    this.#count += 1
    const connection: OpenConnection = { id: this.#count, uses: 0, waiting: 0, last: undefined, isRefused: false }
    this.#connections.set(socket, connection)
    // Node.js resumes a connection after every request, so a full one is paused again.
    socket.on('resume', () => isFull(connection) && socket.pause())
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
    connection.last = response
    if (response.socket !== null) return listener(request, response)
    arrivals.set(request, machineClock.moment())
    connection.waiting += 1
    if (isFull(connection)) socket.pause()
    // Node.js gives the response a socket when the earlier replies are finished.
    response.once('socket', () => {
      const wasFull = isFull(connection)
      connection.waiting -= 1
      if (wasFull && !isFull(connection)) socket.resume()
      setImmediate(() => socket.destroyed || listener(request, response))
    })
  }

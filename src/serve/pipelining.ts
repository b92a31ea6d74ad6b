// Pipelining (RFC 9112 §9.3.2): a client sends further requests before it has seen the first reply. The requests of a
// connection are handled one after the other. While many of them wait, the connection is not read.

import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { readClocks } from '../worlds/clock.ts'
import { arrivals, type Connections, isFull, type OpenConnection } from './journey/connections.ts'

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

// Gives each connection a number, counts its requests, and remembers the last headers that it brought. Also counts the requests that a
// caller has under way at once, because the report has to recognize programs that call in parallel.

import type { Socket } from 'node:net'
import type { Instant } from '../exchange/moment.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Headers } from './head.ts'

export interface OpenConnection {
  /** Counted from 1, among the connections that have brought a request. 0 before the first request. */
  id: number
  readonly opened: Instant
  /** How many requests it has brought. */
  uses: number
  /** The last headers, without those of a request with a secret. A client sends the same headers again and again. */
  headers?: Headers | undefined
}

export interface Connections {
  /** For the server's event `connection`. */
  open(socket: Socket): unknown
  /** The connection of a request, which is counted. */
  use(socket: Socket): OpenConnection
  /** Counts a request of this caller at its beginning. Returns how many requests the caller has under way. */
  begin(caller: string): number
  /** Called when the request has ended. */
  end(caller: string): void
}

interface ConnectionParts {
  readonly now: () => Instant
  readonly observer: Required<Pick<Observer, 'disconnected'>>
}

export function createConnections({ now, observer }: ConnectionParts): Connections {
  const connections = new WeakMap<Socket, OpenConnection>()
  const underWay = new Map<string, number>()
  let count = 0

  function open(socket: Socket): OpenConnection {
    const connection = { id: 0, opened: now(), uses: 0 }
    connections.set(socket, connection)
    return connection
  }

  return {
    open,
    use(socket) {
      const connection = connections.get(socket) ?? open(socket)
      connection.uses += 1
      if (connection.uses > 1) return connection
      count += 1
      connection.id = count
      // The observer is told later, after the exchanges of the connection have ended.
      socket.once('close', () => process.nextTick(observer.disconnected, { connection: connection.id, at: now() }))
      return connection
    },
    begin(caller) {
      const inUse = (underWay.get(caller) ?? 0) + 1
      underWay.set(caller, inUse)
      return inUse
    },
    end(caller) {
      const inUse = (underWay.get(caller) ?? 1) - 1
      if (inUse === 0) underWay.delete(caller)
      else underWay.set(caller, inUse)
    },
  }
}

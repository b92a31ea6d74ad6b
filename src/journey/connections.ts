// Gives each connection a number, counts its requests, and remembers the last headers that it brought. Also counts the requests that a
// caller has under way at once, because the report has to recognize programs that call in parallel.

import type { Socket } from 'node:net'
import type { Instant } from '../exchange/exchange.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Headers } from './head.ts'

/** A connection that has brought a request. */
export interface OpenConnection {
  readonly id: number
  readonly opened: Instant
  /** How many requests it has brought. */
  uses: number
  /** The last headers, without those of a request with a secret. A client sends the same headers again and again. */
  headers?: Headers | undefined
}

export interface Connections {
  /** For the server's event `connection`. */
  open(socket: Socket): void
  /** The connection of a request, which is counted. */
  use(socket: Socket): OpenConnection
  /** Counts a request of this caller at its beginning. Returns how many requests the caller has under way. */
  begin(caller: string): number
  /** Called when the request has ended. */
  end(caller: string): void
}

export interface ConnectionParts {
  readonly now: () => Instant
  readonly observer: Required<Pick<Observer, 'disconnected'>>
}

export function createConnections({ now, observer }: ConnectionParts): Connections {
  const opened = new WeakMap<Socket, Instant>()
  const known = new WeakMap<Socket, OpenConnection>()
  const underWay = new Map<string, number>()
  let count = 0

  function know(socket: Socket): OpenConnection {
    count += 1
    const connection = { id: count, opened: opened.get(socket) ?? now(), uses: 0 }
    known.set(socket, connection)
    socket.once('close', () => {
      const end = { connection: connection.id, at: now() }
      // The observer is told later, after the exchanges of the connection have ended.
      process.nextTick(() => observer.disconnected(end))
    })
    return connection
  }

  return {
    open(socket) {
      opened.set(socket, now())
    },
    use(socket) {
      const connection = known.get(socket) ?? know(socket)
      connection.uses += 1
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

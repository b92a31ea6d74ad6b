// Gives each connection a number, and counts its requests. Also counts the requests that a caller has under way at once, because
// the report has to recognize programs that call in parallel.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { nameCaller } from '../exchange/caller.ts'
import type { Caller, Connection, Instant } from '../exchange/exchange.ts'
import type { Observer } from '../exchange/observer.ts'

export interface Connections {
  /** For the server's event `connection`. */
  open(socket: Socket): void
  /** The connection of a request, before the caller is known. */
  use(socket: Socket): Omit<Connection, 'inUse'>
  /** Counts a request of its caller at its beginning. */
  begin(arrival: Arrived, request: IncomingMessage): Load
  /** Called when the request has ended. */
  end(load: Load): void
}

/** The facts about a request before it enters its world. */
interface Arrived {
  readonly caller: Caller
  readonly connection: Pick<Connection, 'address'>
}

/** The requests of one caller that are under way. */
export interface Load {
  readonly caller: string
  count: number
}

interface Known {
  readonly id: number
  readonly opened: Instant
  uses: number
  /** The caller of the last request. Its name is kept, because most connections have only one caller. */
  caller?: { readonly key: string | undefined; readonly userAgent: string | undefined; readonly name: string }
}

export interface ConnectionParts {
  readonly now: () => Instant
  readonly observer: Required<Pick<Observer, 'disconnected'>>
}

export function createConnections({ now, observer }: ConnectionParts): Connections {
  const opened = new WeakMap<Socket, Instant>()
  const known = new WeakMap<Socket, Known>()
  const loads = new Map<string, Load>()
  let count = 0

  function know(socket: Socket): Known {
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
      return { id: connection.id, use: connection.uses, address: socket.remoteAddress ?? '', opened: connection.opened }
    },
    begin(arrival, { headers, socket }) {
      const caller = callerOf(arrival, headers['user-agent'], known.get(socket))
      const load = loads.get(caller) ?? { caller, count: 0 }
      if (load.count === 0) loads.set(caller, load)
      load.count += 1
      return load
    },
    end(load) {
      load.count -= 1
      if (load.count === 0) loads.delete(load.caller)
    },
  }
}

function callerOf(
  { caller: { key }, connection: { address } }: Arrived,
  userAgent: string | undefined,
  connection: Known | undefined,
): string {
  const last = connection?.caller
  if (last && last.key === key && last.userAgent === userAgent) return last.name
  const name = nameCaller(key, address, userAgent)
  if (connection) connection.caller = { key, userAgent, name }
  return name
}

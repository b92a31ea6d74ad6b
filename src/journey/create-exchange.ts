// Makes the record of a request: what is known before anyone has looked at it.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { parsePrefix, splitPrefix } from '../scenarios/switches.ts'

export interface ExchangeParts {
  /** `http` or `https`, for links. */
  readonly scheme: string
  /** Tells the ids of one run from those of another. */
  readonly run: string
  readonly now: () => number
}

export function createExchangeFactory({ scheme, run, now }: ExchangeParts): (request: IncomingMessage) => Exchange {
  const sockets = new WeakMap<Socket, { id: number; uses: number }>()
  let count = 0
  let connections = 0

  function useOf(socket: Socket): Exchange['socket'] {
    let known = sockets.get(socket)
    if (known === undefined) {
      connections += 1
      known = { id: connections, uses: 0 }
      sockets.set(socket, known)
    }
    known.uses += 1
    return { id: known.id, use: known.uses, address: socket.remoteAddress ?? '' }
  }

  return function createExchange(request) {
    count += 1
    const real = now()
    const target = request.url ?? '/'
    const [path, query] = splitTarget(target)
    const { prefix, rest } = splitPrefix(path)
    const known: Omit<Exchange, 'world' | 'session' | 'reply'> = {
      id: `req_${run}_${count}`,
      arrived: { real, world: real },
      socket: useOf(request.socket),
      request: {
        method: request.method ?? 'GET',
        target,
        prefix,
        path: rest,
        query,
        switches: parsePrefix(prefix),
        origin: originOf(request, scheme),
        headers: request.headers,
      },
      pathParameters: {},
      caller: {},
      input: { path: {}, query: {}, header: {}, cookie: {} },
      violations: [],
      warnings: [],
      cause: 'failure',
      headers: {},
      assumed: new Set(),
      carriedOut: false,
    }
    // The steps fill in the rest, and none reads it before.
    return known as Exchange
  }
}

/** Path and query of a request target; the absolute form (RFC 9112 §3.2.2) loses scheme and host. */
function splitTarget(target: string): [path: string, query: string] {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const mark = relative.indexOf('?')
  return mark === -1 ? [relative, ''] : [relative.slice(0, mark), relative.slice(mark + 1)]
}

/** How the client calls this server; a strange Host is not repeated. */
export function originOf({ url = '', headers, socket }: IncomingMessage, scheme: string): string {
  // The absolute form of a target wins over Host (RFC 9112 §3.2.2).
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return `${scheme}://${/^[\w.:[\]-]+$/.test(host) ? host : `localhost:${socket.localPort}`}`
}

// Reads the head of a request, before the request has entered its world.

import type { IncomingMessage } from 'node:http'
import type { Caller, Connection, Instant, RequestRecord } from '../exchange/exchange.ts'
import { createSecrets, type Secrets } from '../exchange/secrets.ts'
import type { Warning } from '../exchange/violation.ts'
import { splitPrefix } from '../scenarios/prefix.ts'
import type { Address, Switches } from '../scenarios/switches.ts'
import { arrivalOf } from '../sockets/arrivals.ts'
import { remember } from '../text/remember.ts'
import type { Keys } from '../worlds/keys.ts'
import type { Connections } from './connections.ts'

export interface ArrivalParts {
  readonly keys: Keys
  readonly switches: Switches
  readonly connections: Connections
  /** `http` or `https`; links in replies begin with it. */
  readonly scheme: string
  /** A part of each request id. It differs from run to run of the sandbox. */
  readonly run: string
  readonly now: () => Instant
}

const FOREIGN_KEY: Warning = {
  code: 'foreign_key',
  message: 'the Authorization header has no key of this sandbox; it may be a real key, so its value is not kept',
  in: 'header',
  place: 'Authorization',
}

/** A request that has not yet entered its world. */
export interface Arrival {
  readonly number: number
  readonly id: string
  readonly at: Instant
  readonly connection: Omit<Connection, 'inUse'>
  readonly request: RequestRecord
  /** The path as it was sent, without prefix. In the record, secrets are hidden. */
  readonly path: string
  /** The query as it was sent, without the question mark. */
  readonly query: string
  readonly secrets: Secrets
  readonly caller: Caller
  readonly warnings: Warning[]
  readonly keyPlace: string | undefined
  /** The name of the world, from the base URL or the key. */
  readonly world: string
  readonly address: Address
}

/** Creates the function that reads the head of a request: its caller, its target and its world. */
export function createArrivals({ keys, switches, connections, scheme, run, now }: ArrivalParts): (request: IncomingMessage) => Arrival {
  const originOf = createOrigins(scheme)
  const nobody = keys.identify(undefined)
  // A foreign token is not remembered, because it may be a real secret.
  const identify = remember(
    (header) => keys.identify(header),
    ({ caller }) => caller.key !== undefined,
  )
  const isOwn = (token: string) => keys.isOwn(token)
  const beginSecrets = createSecrets(isOwn)
  let count = 0

  return function arrive(request) {
    count += 1
    const secrets = beginSecrets()
    const sent = request.url ?? '/'
    const [whole, query] = splitTarget(sent)
    const { prefix, rest: path } = splitPrefix(whole)
    const { target, headers } = secrets.hideInHead(sent, request.rawHeaders)
    const address = switches.readAddress(prefix)
    const { authorization, cookie, referer, 'user-agent': userAgent } = request.headers
    const keyPlace = cookie === undefined && referer === undefined ? undefined : placeOfKey(cookie, referer, isOwn)
    const { caller, world } = authorization === undefined ? nobody : identify(authorization)
    const isForeign = authorization !== undefined && caller.key === undefined && !isOwn(authorization.trim())
    return {
      number: count,
      id: `req_${run}_${count}`,
      at: arrivalOf(request) ?? now(),
      connection: connections.use(request.socket),
      request: {
        method: request.method ?? 'GET',
        target,
        ...(target === sent ? { prefix, path, query } : readTarget(target)),
        origin: originOf(request),
        userAgent: userAgent && secrets.hideRepeated(userAgent),
        headers,
      },
      path,
      keyPlace,
      query,
      secrets,
      caller,
      warnings: isForeign ? [{ ...FOREIGN_KEY }] : [],
      world: address.world ?? world ?? 'default',
      address,
    }
  }
}

function readTarget(target: string): Pick<RequestRecord, 'prefix' | 'path' | 'query'> {
  const [whole, query] = splitTarget(target)
  const { prefix, rest: path } = splitPrefix(whole)
  return { prefix, path, query }
}

/** The header that has a key of the sandbox, although keys belong only in Authorization. */
function placeOfKey(cookie = '', referer = '', isOwn: (token: string) => boolean): string | undefined {
  if (cookie.split(/[^\w.-]+/).some(isOwn)) return 'Cookie'
  return referer.split(/[^\w.-]+/).some(isOwn) ? 'Referer' : undefined
}

/** Splits a request target into path and query. Scheme and host of the absolute form (RFC 9112 §3.2.2) are dropped. */
export function splitTarget(target: string): [path: string, query: string] {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const mark = relative.indexOf('?')
  return mark === -1 ? [relative, ''] : [relative.slice(0, mark), relative.slice(mark + 1)]
}

/** Creates the function that reads the origin of a request. It remembers the last host, because most requests name the same host. */
function createOrigins(scheme: string): (request: IncomingMessage) => string {
  let host: string | undefined
  let origin = ''
  return (request) => {
    const { url = '', headers } = request
    if (!url.startsWith('/') || headers.host === undefined) return originOf(request, scheme)
    if (headers.host === host) return origin
    host = headers.host
    origin = originOf(request, scheme)
    return origin
  }
}

/** The origin `http://host:port`. A strange Host is replaced by localhost. */
export function originOf({ url = '', headers, socket }: IncomingMessage, scheme: string): string {
  // When the target has a host itself, the header Host is ignored (RFC 9112 §3.2.2).
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return `${scheme}://${/^[\w.:[\]-]+$/.test(host) ? host : `localhost:${socket.localPort}`}`
}

// Reads the head of a request: the target of its request line, its caller, its world, and the record of its target and headers.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestRecord } from '../../ground/generated/control.ts'
import { remember } from '../../ground/remember.ts'
import { hasBody } from '../../ground/sockets/receive-body.ts'
import { hideInTarget, Secrets } from '../../record/secrets.ts'
import { splitPrefix } from '../../scenarios/switches.ts'
import type { Keys } from '../../worlds/keys.ts'
import type { Headers, OpenConnection } from './connections.ts'
import type { RequestContext } from './context.ts'
import type { Target } from './koa-context.ts'
import { findMessageProblem } from './message.ts'

/** Scheme and host of the absolute form (RFC 9112 §3.2.2) are dropped. */
export function readTarget(sent: string): Target {
  const relative = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  const query = mark === -1 ? '' : relative.slice(mark + 1)
  return { sent, path, ...splitPrefix(path), query }
}

/** Whether a target has no secret. Clients send the same targets again and again, and the search takes 1.5 µs. */
const isSafeTarget = remember((sent) => hideInTarget(sent) === sent, Boolean)

/** `head` is shared with the other requests of the connection that have the same headers. */
type RequestHead = Pick<RequestContext, 'head' | 'secrets'> & { readonly record: RequestRecord }

export function createReadHead(keys: Keys, scheme: string) {
  const isOwn = (token: string) => keys.isOwn(token)
  /** For requests whose head is known, and that have no body: they have no secret. */
  const none = new Secrets(isOwn)

  function readHeaders(request: IncomingMessage, headers: readonly string[]): Headers {
    const { authorization, host, 'user-agent': userAgent } = request.headers
    const { caller, world } = keys.identify(authorization)
    return {
      httpVersion: request.httpVersion,
      problem: findMessageProblem(request),
      headers,
      userAgent,
      origin: renderOrigin(scheme, host, request.socket),
      caller,
      world,
      isForeign: authorization !== undefined && caller.key === undefined && !isOwn(authorization.trim()),
    }
  }

  return function readHead(request: IncomingMessage, target: Target, connection: OpenConnection): RequestHead {
    const { method = 'GET', httpVersion, rawHeaders } = request
    const { sent } = target
    const before = connection.headers
    const last = before?.httpVersion === httpVersion && isSame(before.headers, rawHeaders) ? before : undefined
    const isKnown = last !== undefined && isSafeTarget(sent)
    const secrets = isKnown && !hasBody(request.headers) ? none : new Secrets(isOwn)
    const { target: shown, headers } = isKnown ? { target: sent, headers: last.headers } : secrets.hideInHead(sent, rawHeaders)
    const head = last ?? readHeaders(request, headers)
    // A secret must not be kept after its request. When headers have a secret, their record is another list.
    if (last === undefined) connection.headers = headers === rawHeaders ? head : undefined
    const { prefix, rest: path, query } = shown === sent ? target : readTarget(shown)
    const record: RequestRecord = {
      method,
      target: shown,
      prefix,
      path,
      query,
      origin: sent.startsWith('/') ? head.origin : originOf(sent, request, scheme),
      ...(head.userAgent !== undefined && { userAgent: secrets.hideInText(head.userAgent) }),
      headers,
    }
    return { head, record, secrets }
  }
}

function isSame(before: readonly string[], now: readonly string[]): boolean {
  if (before.length !== now.length) return false
  for (let at = 0; at < now.length; at += 1) if (before[at] !== now[at]) return false
  return true
}

/** The origin `http://host:port`. When the target has a host itself, the header Host is ignored (RFC 9112 §3.2.2). */
export const originOf = (target: string, { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, scheme: string) =>
  renderOrigin(scheme, /^https?:\/\/([^/?]*)/i.exec(target)?.[1] ?? headers.host, socket)

/** A malformed host is replaced by localhost. */
const renderOrigin = (scheme: string, host: string | undefined, { localPort }: Socket) =>
  `${scheme}://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : `localhost:${localPort}`}`

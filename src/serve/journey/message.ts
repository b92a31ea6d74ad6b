// A request as Koa and @koa/router hand it over, and the rules of HTTP (RFC 9112) for its head that the parser of Node.js does not check.

import type { IncomingMessage } from 'node:http'
import type { RouterContext } from '@koa/router'
import type { Next } from 'koa'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import { shorten } from '../../ground/words.ts'

export interface Target {
  readonly sent: string
  /** With switches. */
  readonly path: string
  /** The switches, such as `/~slow`. Empty for most requests. */
  readonly prefix: string
  /** The path behind the switches. */
  readonly rest: string
  /** Without the question mark. */
  readonly query: string
}

/** Scheme and host of the absolute form (RFC 9112 §3.2.2) are dropped. */
export function readTarget(sent: string): Target {
  const relative = sent.startsWith('/') ? sent : sent.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  const query = mark === -1 ? '' : relative.slice(mark + 1)
  const hasPrefix = path[1] === '~' || (path[1] === '%' && /^\/%7e/i.test(path))
  const end = hasPrefix ? path.indexOf('/', 1) : 0
  const at = end === -1 ? path.length : end
  return { sent, path, prefix: path.slice(0, at), rest: path.slice(at), query }
}

export type Context = RouterContext<{
  /** As it was sent. Below the base path of the contract, Koa's own `path` and `url` have no switches. */
  target: Target
}>

/** Links in replies begin with it, for example `http://localhost:4010`. A malformed or missing host becomes localhost. */
export function originOf({ protocol, req: { headers, socket } }: Context): string {
  const { host = '' } = headers
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : `localhost:${socket.localPort}`}`
}

export type Middleware = (ctx: Context, next: Next) => unknown

/** Throws a Problem when the path takes other methods only. */
export function refuseMethod({ matched = [], method }: Context, path: string, assumed: readonly string[] = [], hint = ''): void {
  const allowed = [...new Set(matched.flatMap(({ methods }) => methods))].sort().join(', ')
  if (allowed === '') return
  const headers = { Allow: allowed }
  throw new Problem('method_not_allowed', `${path} does not take ${method}, only ${allowed}${hint}`, { headers, assumed })
}

export const unknownVersion = (version: string) =>
  new Problem('version_not_supported', `This server does not speak ${version}: send HTTP/1.1 or HTTP/1.0`)

export const targetTooLong = () =>
  new Problem('uri_too_long', `The target of the request line must have at most ${BOUNDS.target} bytes: send a shorter path and query`)

/** `uri-host [ ":" port ]` (RFC 9110 §7.2): a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Checks the version and the headers. Undefined for most requests. */
export function findMessageProblem(request: IncomingMessage): Problem | undefined {
  const { httpVersion, httpVersionMajor: major, httpVersionMinor: minor, headersDistinct, headers } = request
  if (major !== 1) return unknownVersion(`HTTP/${httpVersion}`)
  const { host: [host, ...more] = [] } = headersDistinct
  if (host === undefined && minor === 1) return malformed('The header Host is missing: HTTP/1.1 needs it (RFC 9112 §3.2)')
  if (more.length > 0) return malformed(`The header Host is sent ${more.length + 1} times: send it once (RFC 9112 §3.2)`)
  if (host !== undefined && !HOST.test(host))
    return malformed('The header Host is malformed: send a host and perhaps a port, for example localhost:4010')
  const codings = headers['transfer-encoding']?.toLowerCase()
  if (codings === undefined) return undefined
  if (minor === 0) return malformed('HTTP/1.0 has no Transfer-Encoding: send Content-Length')
  // The only known transfer coding is chunked (RFC 9112 §6.1). The parser has checked that chunked comes last.
  if (!/,\s*chunked$/.test(codings)) return undefined
  return new Problem('not_implemented', `This server does not know the Transfer-Encoding ${shorten(codings)}: send only chunked`)
}

export const malformed = (message: string) => new Problem('malformed_request', message)

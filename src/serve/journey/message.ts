// The rules of HTTP (RFC 9112) for the head of a request that the parser of Node.js does not check.

import type { IncomingMessage } from 'node:http'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import { shorten } from '../../ground/words.ts'

export const unknownVersion = (version: string) =>
  new Problem('version_not_supported', `This server does not speak ${version}: send HTTP/1.1 or HTTP/1.0`)

export const targetTooLong = () =>
  new Problem('uri_too_long', `The target of the request line must have at most ${BOUNDS.target} bytes: send a shorter path and query`)

/** `uri-host [ ":" port ]` (RFC 9110 §7.2), where the host may be a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** The refusal of a version or of headers that break a rule of HTTP; undefined for most requests. */
export function findMessageProblem(request: IncomingMessage): Problem | undefined {
  const { httpVersion, httpVersionMajor: major, httpVersionMinor: minor, headersDistinct, headers } = request
  if (major !== 1 || minor > 1) return unknownVersion(`HTTP/${httpVersion}`)
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

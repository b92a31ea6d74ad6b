// The rules of HTTP (RFC 9112) that the parser of Node.js does not check. The answer `http` refuses a request that breaks a rule in its
// head, or in its body (src/serve/journey/request.ts).

import type { IncomingMessage } from 'node:http'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import { shorten } from '../../ground/words.ts'
import type { RequestContext } from './context.ts'
import type { Answer } from './parts.ts'

export function checkMessage(context: RequestContext): void {
  const { head, target } = context
  const problem = head.problem ?? (target.sent.length > BOUNDS.target ? targetTooLong() : undefined)
  if (problem) context.refusal = { by: 'http', problem }
}

export const http: Answer = {
  name: 'http',
  asks: 'Is the request valid HTTP?',
  answers: ({ reply }) => `refused with ${reply?.status}`,
}

/** The refusal of a version or of headers that break a rule of HTTP; undefined for most requests. */
export function findMessageProblem(request: IncomingMessage): Problem | undefined {
  const { httpVersion, httpVersionMajor, httpVersionMinor, headers } = request
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return unknownVersion(`HTTP/${httpVersion}`)
  return findHostProblem(request) ?? (headers['transfer-encoding'] === undefined ? undefined : findCodingProblem(request))
}

export const unknownVersion = (version: string) =>
  new Problem('version_not_supported', `This server does not speak ${version}: send HTTP/1.1 or HTTP/1.0`)

export const targetTooLong = () =>
  new Problem('uri_too_long', `The target of the request line must have at most ${BOUNDS.target} bytes: send a shorter path and query`)

/** `uri-host [ ":" port ]` (RFC 9110 §7.2), where the host may be a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

function findHostProblem({ headersDistinct, httpVersionMinor }: IncomingMessage): Problem | undefined {
  const { host: [host, ...more] = [] } = headersDistinct
  if (host === undefined)
    return httpVersionMinor === 1 ? malformed('The header Host is missing: HTTP/1.1 needs it (RFC 9112 §3.2)') : undefined
  if (more.length > 0) return malformed(`The header Host is sent ${more.length + 1} times: send it once (RFC 9112 §3.2)`)
  return HOST.test(host) ? undefined : malformed('The header Host is malformed: send a host and perhaps a port, for example localhost:4010')
}

/** The only known transfer coding is chunked (RFC 9112 §6.1). The parser has checked that chunked comes last. */
function findCodingProblem({ headers, httpVersionMinor }: IncomingMessage): Problem | undefined {
  const codings = String(headers['transfer-encoding']).toLowerCase()
  if (httpVersionMinor === 0) return malformed('HTTP/1.0 has no Transfer-Encoding: send Content-Length')
  if (codings === 'chunked' || !/,\s*chunked$/.test(codings)) return undefined
  return new Problem('not_implemented', `This server does not know the Transfer-Encoding ${shorten(codings)}: send only chunked`)
}

export const malformed = (message: string) => new Problem('malformed_request', message)

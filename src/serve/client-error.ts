// Refuses requests that Node.js's parser cannot read or that arrive too slowly. The refusal comes after the replies to earlier requests of
// the connection, and then the connection ends. When only the body is broken, the request's own journey answers.

import { once } from 'node:events'
import { type IncomingMessage, METHODS, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { renderJson } from '../contract/json/json.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { endGently } from '../ground/sockets/end-connection.ts'
import { breakBody } from '../ground/sockets/receive-body.ts'
import { shorten } from '../ground/words.ts'
import { limitHeaders } from './journey/headers.ts'
import { malformed, targetTooLong, unknownVersion } from './journey/message.ts'
import type { HttpParts } from './parts.ts'

interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string
  /** The last packet. The parser has read `bytesParsed` of it. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Errors of the parser and of its timeouts. Any other error means that the connection broke. */
const ANSWERED = /^(HPE|ERR_HTTP)_/

export function createClientErrors({ connections, worlds, renderProblem, bare, notify }: HttpParts) {
  async function refuse(problem: Problem, socket: Socket): Promise<void> {
    const { last } = connections.of(socket)
    const address = socket.remoteAddress ?? ''
    const text = renderJson(renderProblem(problem))
    const headers = { 'Content-Type': 'application/json', ...problem.headers, 'Content-Length': String(Buffer.byteLength(text)) }
    try {
      // Such a request never becomes an exchange. Its reply shows the limits of its address in the world `default`.
      const world = await worlds.enter('default')
      const { limits, choices } = world.session
      limitHeaders({ exchange: { count: limits.countAddress(address, choices) } }, { headers })
      worlds.leave(world)
    } catch (error) {
      notify(messageOf(error))
      return void socket.destroy()
    }
    await over(last, socket)
    notify(`${problem.status} to ${address}: ${problem.message}`)
    if (!socket.writable) return
    const cause = bare ? {} : { 'Sandbox-Cause': 'http' }
    const lines = Object.entries({ ...headers, ...cause, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${text}`)
    endGently(socket)
  }

  return {
    clientError(error: ParserError, socket: Socket): void {
      const { code = '' } = error
      if (code.startsWith('ERR_SSL_')) notify(`a TLS handshake failed: ${describeTls(error)}`)
      if (!ANSWERED.test(code) || !socket.writable) return void socket.destroy()
      // When the sandbox itself has paused the connection, the delay is not the client's fault.
      const connection = connections.of(socket)
      if (connection.isRefused || (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.isPaused())) return
      connection.isRefused = true
      const { last } = connection
      if (code === 'HPE_CLOSED_CONNECTION') notify(`dropped the bytes that ${socket.remoteAddress} sent after Connection: close`)
      else if (last === undefined || last.req.complete) void refuse(problemOf(error, false), socket)
      // The client ended its side in the middle of a body: it has left, once it has the replies to its earlier requests.
      else if (code === 'HPE_INVALID_EOF_STATE') atTurn(last, () => last.req.destroy())
      else {
        // The journey of the request is still reading the body, so it gives the refusal.
        breakBody(last.req, problemOf(error, true))
        void over(last, socket).then(() => endGently(socket))
      }
    },
    /** Refuses every CONNECT. */
    connect(_request: IncomingMessage, socket: Socket): void {
      // Node.js no longer handles the errors of this connection.
      socket.on('error', () => socket.destroy())
      const problem = new Problem('not_implemented', 'CONNECT is for proxies, and the sandbox is not a proxy: send GET or POST')
      void refuse(problem, socket)
    },
  }
}

/**
 * Calls back when the replies to the earlier requests of the connection are sent: then Node.js gives the response its socket. A response
 * that is over has none any more.
 */
const atTurn = (response: ServerResponse, call: () => void) =>
  void (response.socket || response.closed ? call() : response.once('socket', call))

/** Resolves when the response is finished or the connection is closed. */
async function over(response: ServerResponse | undefined, socket: Socket): Promise<void> {
  if (response === undefined || response.closed || socket.destroyed) return
  await Promise.race([once(response, 'close'), once(socket, 'close')]).catch(() => {})
}

/** `isBody`: the head was read, and the body is broken. */
function problemOf(error: ParserError, isBody: boolean): Problem {
  const { code = '', reason = 'it cannot be read' } = error
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', `The ${isBody ? 'body' : 'head'} of the request did not arrive in time: send it at once`)
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(error) ? targetTooLong() : new Problem('headers_too_large', HEADERS_TOO_LARGE)
    case 'HPE_PAUSED_H2_UPGRADE':
      return unknownVersion('HTTP/2.0')
    case 'HPE_INVALID_EOF_STATE':
      return malformed('The connection was ended in the middle of the request: its head is incomplete')
  }
  const line = lineAt(error)
  const method = METHOD_OF_LINE.exec(line)?.[1]
  if (!isBody && method !== undefined && !METHODS.includes(method))
    return new Problem(
      'not_implemented',
      `The method ${shorten(method)} is not known here: send a method such as GET or POST, in capital letters`,
    )
  if (reason === 'Invalid HTTP version') return unknownVersion(VERSION_OF_LINE.exec(line)?.[0] ?? 'This version of HTTP')
  if (!isBody && isTls(error))
    return malformed('The client uses TLS, but this server uses plain HTTP: use http://, or start the sandbox with --tls')
  if (!isBody && REQUEST_LINE.has(code)) return malformed('A request must begin with a line such as GET / HTTP/1.1')
  return malformed(`The ${isBody ? 'body' : 'request'} breaks the rules of HTTP/1.1: ${reason}`)
}

const HEADERS_TOO_LARGE = 'The request has more than 16 KiB before its body, or more than 1,000 headers: send fewer or shorter headers'

/** A TLS handshake begins with the record type 22 and the version 3 (RFC 8446 §5.1). */
const isTls = ({ rawPacket }: ParserError) => rawPacket?.[0] === 22 && rawPacket[1] === 3

function describeTls({ code, reason = code }: ParserError): string {
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'the client uses plain HTTP: use https://'
  return /unknown ca|certificate/i.test(String(reason)) ? `${reason}: let the client trust the CA file of this server` : String(reason)
}

/** The parser's codes for a line that is no request line. */
const REQUEST_LINE = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT'])

/** `token SP target SP HTTP/n.n`, with any token. */
const METHOD_OF_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/\d\.\d\r?$/
const VERSION_OF_LINE = /HTTP\/\d\.\d/

/** The line at which the parser stopped, as far as the last packet contains it. */
function lineAt({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const [line = ''] = text.slice(text.lastIndexOf('\n', bytesParsed - 1) + 1).split('\n', 1)
  return line
}

/** Whether the parser stopped within the target of a request line: then that line alone is too long. */
function isTargetTooLong({ rawPacket, bytesParsed }: ParserError): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  return METHODS.includes(/(?:^|\n)([A-Z-]+) (?:\/|https?:)\S*$/.exec(read)?.[1] ?? '')
}

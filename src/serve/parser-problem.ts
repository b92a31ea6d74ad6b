// Turns an error of Node.js's parser into a refusal: the status, and what to send instead.

import { METHODS } from 'node:http'
import { Problem } from '../ground/problem.ts'
import { shorten } from '../ground/words.ts'
import { malformed, targetTooLong, unknownVersion } from './journey/message.ts'

export interface ParserError extends NodeJS.ErrnoException {
  /** The parser's reason for the error. */
  readonly reason?: string
  /** The last packet. `bytesParsed` tells how much of it was read. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** `isBody` means that the head of the request was read and that its body is broken. */
export function problemOf(error: ParserError, isBody: boolean): Problem {
  const { code = '', reason = 'it cannot be read' } = error
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', `The ${isBody ? 'body' : 'head'} of the request did not arrive in time: send it at once`)
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(error)
        ? targetTooLong()
        : new Problem('headers_too_large', 'Request line and headers together have more than 16 KiB: send fewer or shorter headers')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', 'The extensions of a chunk are too long: leave them out')
    case 'HPE_PAUSED_H2_UPGRADE':
      return unknownVersion('HTTP/2.0')
    case 'HPE_INVALID_EOF_STATE':
      return malformed(`The connection was ended in the middle of the request: its ${isBody ? 'body' : 'head'} is incomplete`)
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

/** Whether the refused request is a HEAD, as far as the last packet contains its request line. */
export const isHead = ({ rawPacket, bytesParsed = 0 }: ParserError) =>
  rawPacket
    ?.toString('latin1', 0, bytesParsed)
    .match(/(?<=^|\n)[A-Z-]+ (?=\S)/g)
    ?.at(-1) === 'HEAD '

/** A TLS handshake begins with the record type 22 and the version 3 (RFC 8446 §5.1). */
const isTls = ({ rawPacket }: ParserError) => rawPacket?.[0] === 22 && rawPacket[1] === 3

/** The parser's error codes for a line that is not a request line. */
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

/** Whether the parser stopped within the target of a request line, so that even the line without headers is too long. */
function isTargetTooLong({ rawPacket, bytesParsed }: ParserError): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  return METHODS.includes(/(?:^|\n)([A-Z-]+) (?:\/|https?:)\S*$/.exec(read)?.[1] ?? '')
}

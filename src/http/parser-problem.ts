// What an error of Node.js's parser says to the client: which status, and what to send instead.

import { METHODS } from 'node:http'
import { MAX_TARGET, targetTooLong, unknownVersion } from '../journey/notes/check-message.ts'
import { Problem } from '../replies/problem.ts'

export interface ParserError extends NodeJS.ErrnoException {
  /** What the parser did not like. */
  readonly reason?: string
  /** The packet at hand, and how much of it was read. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** `isBody` tells that the head of the request was read, and its body is what is broken. */
export function problemOf(error: ParserError, isBody: boolean): Problem {
  const { code = '', reason = 'it cannot be read' } = error
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', `The ${isBody ? 'body' : 'head'} of the request did not arrive in time: send it at once`)
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(error)
        ? targetTooLong()
        : new Problem('headers_too_large', 'Request line and headers together have more than 16 KiB: send fewer or shorter ones')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', 'The extensions of a chunk are too long: leave them out')
    case 'HPE_PAUSED_H2_UPGRADE':
      return unknownVersion('HTTP/2.0')
    case 'HPE_INVALID_EOF_STATE':
      return new Problem(
        'malformed_request',
        `The connection was ended in the middle of the request: its ${isBody ? 'body' : 'head'} is cut short`,
      )
  }
  const line = lineAt(error)
  const method = METHOD_OF_LINE.exec(line)?.[1]
  if (!isBody && method !== undefined && !METHODS.includes(method))
    return new Problem(
      'not_implemented',
      `The method ${method.slice(0, 40)} is not known here: methods are such as GET and POST, in capitals`,
    )
  if (reason === 'Invalid HTTP version') return unknownVersion(VERSION_OF_LINE.exec(line)?.[0] ?? 'This version of HTTP')
  if (!isBody && isTls(error))
    return new Problem('malformed_request', 'The client speaks TLS, and plain HTTP is served here: use http://, or start with --tls')
  if (!isBody && REQUEST_LINE.has(code))
    return new Problem('malformed_request', 'A request must begin with a line such as GET /v1/pets HTTP/1.1')
  return new Problem('malformed_request', `The ${isBody ? 'body' : 'request'} breaks the rules of HTTP/1.1: ${reason}`)
}

/** A TLS handshake begins with the record type 22 and the version 3 (RFC 8446 §5.1). */
const isTls = ({ rawPacket }: ParserError) => rawPacket?.[0] === 22 && rawPacket[1] === 3

/** What the parser says of a line that is no request line. */
const REQUEST_LINE = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT'])

/** `token SP target SP HTTP/n.n`, whatever the token. */
const METHOD_OF_LINE = /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/\d\.\d\r?$/
const VERSION_OF_LINE = /HTTP\/\d\.\d/

/** The request line that the parser stopped in, as far as the packet at hand has it. */
function lineAt({ code, rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const from = text.lastIndexOf('\n', bytesParsed - 1) + 1
  const end = text.indexOf('\n', from)
  const line = text.slice(from, end === -1 ? undefined : end)
  if (code !== 'HPE_INVALID_METHOD') return line
  // The body of the request before need not end with a line break: the line begins with the word that the parser stopped in.
  const read = line.slice(0, bytesParsed - from)
  const word = /[\w!#$%&'*+.^`|~-]*$/.exec(read)?.[0].length ?? 0
  return line.slice(read.length - word)
}

/** The packet shows a request line whose target alone is too long. */
function isTargetTooLong({ rawPacket, bytesParsed }: ParserError): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  const [, method = '', target = ''] = /(?:^|\n)([A-Z-]+) ((?:\/|https?:)\S*)$/.exec(read) ?? []
  return METHODS.includes(method) && target.length > MAX_TARGET
}

// Sends the reply: the only code that writes to the client.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'
import { renderJson } from '../json.ts'

export function send(exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  const { reply, headers } = exchange
  const body = typeof reply.body === 'string' && !headers['Content-Type']?.includes('json') ? reply.body : renderJson(reply.body)
  const bytes = Buffer.byteLength(body)
  headers['Content-Length'] = String(bytes)
  if (exchange.request.tooLarge && !request.complete) headers.Connection = 'close'
  exchange.replied = exchange.world?.session.clock.moment() ?? { real: Date.now(), world: Date.now() }
  exchange.sent = { status: reply.status, headers, body }
  response.writeHead(reply.status, headers)
  if (exchange.request.method === 'HEAD') response.end()
  // ASCII, as most JSON is, goes out without being encoded again.
  else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
  if (headers.Connection === 'close') response.once('finish', () => linger(request))
}

const LINGER_MS = 1000

/** Closes after the client had the time to read: with unread bytes in its buffer, the socket's close would be a reset. */
function linger(request: IncomingMessage): void {
  request.resume()
  request.socket.end()
  setTimeout(() => request.destroy(), LINGER_MS).unref()
}

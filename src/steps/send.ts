// Sends the reply: the only code that writes to the client.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'
import { renderJson } from '../json.ts'

export function send(exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  const { reply, headers } = exchange
  const body = typeof reply.body === 'string' && !headers['Content-Type']?.includes('json') ? reply.body : renderJson(reply.body)
  headers['Content-Length'] = String(Buffer.byteLength(body))
  if (exchange.request.tooLarge && !request.complete) headers.Connection = 'close'
  exchange.replied = exchange.world?.session.clock.moment() ?? { real: Date.now(), world: Date.now() }
  exchange.sent = { status: reply.status, headers, body }
  response.writeHead(reply.status, headers)
  response.end(exchange.request.method === 'HEAD' ? undefined : body)
  if (headers.Connection === 'close') response.once('finish', () => request.destroy())
}

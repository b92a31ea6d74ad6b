// Sends the reply, late or broken if a scenario wants it so: with faults.ts the only code that writes to the client.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'
import { renderJson } from '../json.ts'
import { faults, wait } from './wire-faults.ts'

export function send(exchange: Exchange, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
  response.once('close', () => {
    exchange.closed = momentOf(exchange)
  })
  return exchange.delay === undefined && exchange.fault === undefined
    ? sendWhole(exchange, request, response)
    : sendStaged(exchange, request, response)
}

async function sendStaged(exchange: Exchange, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { delay, fault } = exchange
  if (delay !== undefined) await wait(delay, request)
  if (response.destroyed) return
  if (fault === undefined) return sendWhole(exchange, request, response)
  if (fault.kind !== 'reset' && fault.kind !== 'hang') markSent(exchange)
  await faults[fault.kind]?.(response, { status: exchange.reply.status, headers: exchange.headers, body: renderBody(exchange) }, exchange)
}

function sendWhole(exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return
  if (exchange.request.tooLarge && !request.complete) exchange.headers.Connection = 'close'
  const { body, isAscii } = markSent(exchange)
  // Where a scenario removed it, Node.js would put in its own.
  response.sendDate = false
  response.writeHead(exchange.reply.status, exchange.headers)
  if (exchange.request.method === 'HEAD') response.end()
  // ASCII, as most JSON is, goes out without being encoded again.
  else response.end(body, isAscii ? 'latin1' : 'utf8')
  if (exchange.headers.Connection === 'close') response.once('finish', () => linger(request))
}

/** Notes the reply as it goes out, with its length. */
function markSent(exchange: Exchange): { body: string; isAscii: boolean } {
  const { reply, headers } = exchange
  const body = renderBody(exchange)
  const bytes = Buffer.byteLength(body)
  if (reply.body === undefined) delete headers['Content-Type']
  if (reply.status !== 204 && reply.status !== 304) headers['Content-Length'] = String(bytes)
  exchange.replied = momentOf(exchange)
  exchange.sent = { status: reply.status, headers, body }
  return { body, isAscii: bytes === body.length }
}

/** Now; on the world's clock if there is one. */
const momentOf = ({ session }: Exchange) => session?.clock.moment() ?? { real: Date.now(), world: Date.now() }

function renderBody({ reply, headers }: Exchange): string {
  if (reply.body === undefined) return ''
  return typeof reply.body === 'string' && !headers['Content-Type']?.includes('json') ? reply.body : renderJson(reply.body)
}

const LINGER_MS = 1000

/** Closes after the client had the time to read: with unread bytes in its buffer, the socket's close would be a reset. */
function linger(request: IncomingMessage): void {
  request.resume()
  request.socket.end()
  setTimeout(() => request.destroy(), LINGER_MS).unref()
}

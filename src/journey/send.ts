// Sends the reply, late or broken if a scenario wants it so: with wire-faults.ts the only code that writes to the client.

import type { IncomingMessage } from 'node:http'
import { renderJson } from '../json.ts'
import type { Observer } from '../observer.ts'
import type { Draft } from '../reply.ts'
import { recordText } from './record-body.ts'
import type { Visit } from './visit.ts'
import { wait, wireFaults } from './wire-faults.ts'

/** A reply as text, which is so many bytes long. */
export interface Rendered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  readonly bytes: number
}

/** Resolves when nothing is left to do but to wait for the connection. */
export function send(visit: Visit, draft: Draft, observer: Required<Observer>): void | Promise<void> {
  const rendered = render(draft)
  const { exchange, fault, delay } = visit
  if (fault === undefined || !wireFaults[fault.kind]?.isSilent)
    exchange.reply = { status: draft.status, headers: rendered.headers, body: recordText(rendered.body, rendered.bytes) }
  return delay === 0 && fault === undefined ? sendWhole(visit, rendered, observer) : sendStaged(visit, rendered, observer)
}

async function sendStaged(visit: Visit, rendered: Rendered, observer: Required<Observer>): Promise<void> {
  const { delay, fault, request, response } = visit
  if (delay > 0) await wait(delay, request)
  if (response.destroyed) return
  if (fault === undefined) return sendWhole(visit, rendered, observer)
  visit.exchange.replied = visit.session.clock.moment()
  observer.replied(visit.exchange)
  await wireFaults[fault.kind]?.play(visit, rendered, fault)
}

function sendWhole(visit: Visit, { status, headers, body, bytes }: Rendered, observer: Required<Observer>): void {
  const { exchange, request, response, session } = visit
  if (response.destroyed) return
  if (visit.isTooLarge && !request.complete) headers.Connection = 'close'
  exchange.replied = session.clock.moment()
  exchange.deliveredBytes = request.method === 'HEAD' ? 0 : bytes
  observer.replied(exchange)
  // Where a scenario removed it, Node.js would put in its own.
  response.sendDate = false
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  // ASCII, as most JSON is, goes out without being encoded again.
  else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
  if (headers.Connection === 'close') response.once('finish', () => linger(request))
}

function render({ status, headers, body }: Draft): Rendered {
  const text = body === undefined ? '' : renderBody(body, headers['Content-Type'])
  const bytes = Buffer.byteLength(text)
  if (body === undefined) delete headers['Content-Type']
  if (status !== 204 && status !== 304) headers['Content-Length'] = String(bytes)
  return { status, headers, body: text, bytes }
}

const renderBody = (body: unknown, type = '') => (typeof body === 'string' && !type.includes('json') ? body : renderJson(body))

const LINGER_MS = 1000

/** Closes after the client had the time to read: with unread bytes in its buffer, the socket's close would be a reset. */
function linger(request: IncomingMessage): void {
  request.resume()
  request.socket.end()
  setTimeout(() => request.destroy(), LINGER_MS).unref()
}

// Sends the reply, late or broken if a scenario wants it so, and notes how much of it was delivered. Koa writes it, but a fault of
// src/scenarios/faults.ts writes to the client itself.

import { renderJson } from '../../contract/json/json.ts'
import { BODILESS, type Draft } from '../../contract/reply.ts'
import type { SentReply } from '../../ground/generated/control.ts'
import { closeGently, wait } from '../../ground/sockets/end-connection.ts'
import { recordBody } from '../../record/record-body.ts'
import type { Play, RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'

interface Rendered {
  readonly status: number
  readonly headers: Record<string, string>
  /** A long body is encoded once, for the client and for the record. */
  readonly body: string | Buffer
  /** Of the body, in UTF-8. */
  readonly bytes: number
}

/** The operating system takes a shorter reply at once, unless the client reads none of its replies. */
const AT_ONCE_BYTES = 16 * 1024

export function send(context: RequestContext, draft: Draft, parts: JourneyParts): void | Promise<void> {
  const { backlog } = parts
  return backlog.isExceeded && mayBeLong(context, draft)
    ? backlog.whenBelowBound().then(() => prepare(context, draft, parts))
    : prepare(context, draft, parts)
}

/** Only a list can have the size of its whole world. Another reply has at most the size of one item. */
const mayBeLong = ({ world }: RequestContext, { body }: Draft) => Array.isArray(body) && world.data.bytes > AT_ONCE_BYTES

function prepare(context: RequestContext, { status, headers, body }: Draft, parts: JourneyParts): void | Promise<void> {
  const { play } = context
  if (context.body?.isLeft) {
    headers.Connection = 'close'
    closeGently(context.request)
  }
  if (body === undefined) delete headers['Content-Type']
  const isPlain = typeof body === 'string' && !headers['Content-Type']?.includes('json')
  const text = body === undefined ? '' : isPlain ? body : renderJson(body)
  const bytes = Buffer.byteLength(text)
  if (!BODILESS.has(status)) headers['Content-Length'] = String(bytes)
  // While a long reply waits for a slow client, its text would be kept beside its bytes.
  const reply = { status, headers, body: bytes > AT_ONCE_BYTES ? Buffer.from(text) : text, bytes }
  return play && (play.delay > 0 || play.fault) ? sendPlayed(context, reply, play, parts) : handToKoa(context, reply, parts)
}

function handToKoa(context: RequestContext, reply: Rendered, parts: JourneyParts): void {
  const { koa, exchange, request, response } = context
  if (!noteReply(context, reply, parts)) return
  const { status, headers, body, bytes } = reply
  koa.status = status
  // `koa.set` would keep each header by itself until the reply is written, which takes 3 µs.
  response.writeHead(status, headers)
  koa.body = body
  if (request.method !== 'HEAD') exchange.deliveredBytes = bytes
  // Koa writes the reply after the journey. The response then knows how many bytes wait for the client.
  if (bytes > AT_ONCE_BYTES) response.once('prefinish', () => parts.backlog.drained(response))
}

async function sendPlayed(context: RequestContext, reply: Rendered, play: Play, parts: JourneyParts): Promise<void> {
  const { koa, request, response, exchange, secrets } = context
  const { delay, fault } = play
  if (delay > 0) await wait(delay, request.socket)
  const hasBody = request.method !== 'HEAD' && reply.bytes > 0
  if (fault === undefined || (fault.breaks === 'body' && !hasBody)) return handToKoa(context, reply, parts)
  const { body } = reply
  const broken = { ...reply, body: typeof body === 'string' ? Buffer.from(body) : body }
  // Other faults note themselves what they send.
  if (!noteReply(context, fault.breaks === 'body' ? broken : undefined, parts, fault.name)) return
  koa.respond = false
  const call = {
    exchange,
    request,
    response,
    record(sent: SentReply) {
      exchange.reply = secrets.hideInReply(sent)
    },
    async write(bytes: Buffer) {
      exchange.delivered = 'part'
      if (!response.write(bytes)) await parts.backlog.drained(response)
      if (!response.destroyed) exchange.deliveredBytes += bytes.length
    },
  }
  await fault.play(call, broken, fault)
  await parts.backlog.drained(response)
}

/** Records the reply that the client will see, and tells the observers. Returns false when the client is gone. */
function noteReply(context: RequestContext, reply: Rendered | undefined, { tell }: JourneyParts, fault?: string): boolean {
  const { exchange, response, session, secrets } = context
  if (reply !== undefined) {
    const { status, headers, body, bytes } = reply
    const record = typeof body === 'string' ? { text: body, bytes } : recordBody(body)
    exchange.reply = secrets.hideInReply({ status, headers, body: record })
  }
  if (response.destroyed) return false
  exchange.replied = session.clock.moment()
  if (fault !== undefined) exchange.fault = fault
  // A scenario may have removed Date, and Node.js would add its own.
  response.sendDate = false
  tell('replied', exchange)
  return true
}

/** Called when the reply has ended, or the client is gone. */
export function noteDelivery({ exchange, session, response }: RequestContext): void {
  exchange.closed = session.clock.moment()
  if (response.writableFinished) exchange.delivered = 'whole'
  if (exchange.delivered !== 'none') return
  if (response.headersSent) exchange.delivered = 'part'
  exchange.deliveredBytes = 0
}

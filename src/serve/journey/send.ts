// Sends the reply, late or broken if a scenario wants it so. Koa writes it, but a fault of src/scenarios/faults/ writes to the client itself.

import { renderJson } from '../../contract/json/json.ts'
import { type Draft, hasNoBody } from '../../contract/reply.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import type { SentReply } from '../../ground/generated/control.ts'
import { closeGently, wait } from '../../ground/sockets/end-connection.ts'
import { recordBody } from '../../record/record-body.ts'
import type { Play, RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'
import { type Rendered, writeReply } from './write-reply.ts'

/** A promise resolves when the connection has the whole reply, which may not be sent yet. */
export function send(context: RequestContext, { status, headers, body }: Draft, parts: JourneyParts): void | Promise<void> {
  if (context.body?.isLeft) {
    headers.Connection = 'close'
    closeGently(context.request)
  }
  if (body === undefined) delete headers['Content-Type']
  const text = renderBody(body, headers)
  const bytes = Buffer.byteLength(text)
  if (!hasNoBody(status)) headers['Content-Length'] = String(bytes)
  return sendRendered(context, { status, headers, text, bytes }, parts)
}

function renderBody(body: unknown, headers: Draft['headers']): string {
  if (body === undefined) return ''
  return typeof body === 'string' && !headers['Content-Type']?.includes('json') ? body : renderJson(body)
}

function sendRendered(context: RequestContext, reply: Rendered, parts: JourneyParts): void | Promise<void> {
  const { play, response } = context
  if (play !== undefined && (play.delay > 0 || play.fault !== undefined)) return sendPlayed(context, reply, play, parts)
  record(context, reply)
  if (response.destroyed) return
  announce(context, parts)
  return writeReply(context, reply, parts)
}

async function sendPlayed(context: RequestContext, reply: Rendered, play: Play, parts: JourneyParts): Promise<void> {
  const { koa, request, response, exchange, secrets } = context
  const { delay, fault } = play
  // With other faults the client sees nothing of the reply.
  if (fault === undefined || fault.breaks === 'body') record(context, reply)
  // Nobody needs the body of the request any more. Free it, because the reply may come late.
  delete context.body
  delete context.input
  if (delay > 0) await wait(delay, request.socket)
  if (response.destroyed) return
  const hasBody = request.method !== 'HEAD' && reply.bytes > 0
  if (fault === undefined || (fault.breaks === 'body' && !hasBody)) {
    announce(context, parts)
    return writeReply(context, reply, parts)
  }
  koa.respond = false
  announce(context, parts, fault.name)
  const { status, headers, text } = reply
  const call = {
    ...{ exchange, request, response },
    record(sent: SentReply) {
      exchange.reply = secrets.hideInReply(sent)
    },
    async write(bytes: Buffer) {
      exchange.delivered = 'part'
      if (!response.write(bytes)) await parts.backlog.drained(response)
      if (!response.destroyed) exchange.deliveredBytes += bytes.length
    },
  }
  await fault.play(call, { status, headers, body: Buffer.from(text) }, fault)
  await parts.backlog.drained(response)
}

/** Notes the reply in the exchange, without secrets. */
function record({ exchange, secrets }: RequestContext, { status, headers, text, bytes }: Rendered): void {
  const body = bytes <= BOUNDS.recordedBytes ? { text, bytes } : recordBody(Buffer.from(text))
  exchange.reply = secrets.hideInReply({ status, headers, body })
}

function announce({ exchange, response, session }: RequestContext, { observer }: JourneyParts, fault?: string): void {
  exchange.replied = session.clock.moment()
  if (fault !== undefined) exchange.fault = fault
  // A scenario may have removed Date. Without this line Node.js would add its own Date.
  response.sendDate = false
  observer.replied(exchange)
}

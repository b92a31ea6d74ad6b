// Sends the reply, late or broken if a scenario wants it so. Koa writes it, but a fault of src/scenarios/faults/ writes to the client itself. A
// short reply is rendered as one text. The text of a long reply is never in memory as a whole, unless a fault needs it.

import { renderJson } from '../../contract/json/json.ts'
import { lengthOf, PIECE, renderPieces } from '../../contract/json/pieces.ts'
import { type Draft, hasNoBody } from '../../contract/reply.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import type { Body, SentReply } from '../../ground/generated/control.ts'
import { Problem } from '../../ground/problem.ts'
import { closeGently, wait } from '../../ground/sockets/end-connection.ts'
import { recordBeginning, recordBody } from '../../record/record-body.ts'
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
  const text = renderShort(body, headers)
  if (text === undefined) return sendLong(context, { status, headers, body }, parts)
  const bytes = Buffer.byteLength(text)
  if (!hasNoBody(status)) headers['Content-Length'] = String(bytes)
  return sendRendered(context, { status, headers, body, text, bytes }, parts)
}

/** The body as text; undefined when the body is too long. */
function renderShort(body: unknown, headers: Draft['headers']): string | undefined {
  if (body === undefined) return ''
  if (typeof body === 'string' && !headers['Content-Type']?.includes('json')) return body
  return lengthOf(body) > PIECE ? undefined : renderJson(body)
}

/** A body that a scenario changes or breaks is a copy in memory. The backlog counts the bytes of this copy until it is sent. */
async function sendLong(context: RequestContext, { status, headers, body }: Draft, parts: JourneyParts): Promise<void> {
  const { backlog, waitForBudget } = parts
  const { play } = context
  const { socket } = context.request
  const copied = play?.changedBytes || play?.fault ? lengthOf(body) : 0
  backlog.hold(socket, copied)
  try {
    // Content-Length is sent before the body, so the body is rendered twice: to measure it, and to send it.
    let bytes = 0
    await waitForBudget(PIECE)
    for (const piece of renderPieces(body)) {
      bytes += Buffer.byteLength(piece)
      await waitForBudget(PIECE)
    }
    headers['Content-Length'] = String(bytes)
    await sendRendered(context, { status, headers, body, text: undefined, bytes }, parts)
  } finally {
    backlog.release(socket, copied)
  }
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
  if (fault?.breaks === 'body' && reply.bytes > BOUNDS.changedBytes) throw tooLongFor(fault.name)
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
  const { status, headers, body, text = renderJson(body) } = reply
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

const tooLongFor = (fault: string) =>
  new Problem(
    'invalid_scenario',
    `${fault} takes replies of at most ${BOUNDS.changedBytes} bytes, and this reply has more: ask for fewer items, or leave the scenario out`,
  )

/** Notes the reply in the exchange, without secrets. */
function record({ exchange, secrets }: RequestContext, { status, headers, body, text, bytes }: Rendered): void {
  const isShort = text !== undefined && bytes <= BOUNDS.recordedBytes
  const recorded = isShort ? { text, bytes } : text === undefined ? recordLong(body, bytes) : recordBody(Buffer.from(text))
  exchange.reply = secrets.hideInReply({ status, headers, body: recorded })
}

/** The hash of a long body is added after it was sent. */
function recordLong(body: unknown, bytes: number): Body {
  const [beginning = ''] = renderPieces(body)
  return recordBeginning(Buffer.from(beginning), bytes)
}

function announce({ exchange, response, session }: RequestContext, { observer }: JourneyParts, fault?: string): void {
  exchange.replied = session.clock.moment()
  if (fault !== undefined) exchange.fault = fault
  // A scenario may have removed Date. Without this line Node.js would add its own Date.
  response.sendDate = false
  observer.replied(exchange)
}

// Sends the reply, late or broken if a scenario wants it so. Only this file, write-reply.ts and src/faults/ write to the client. A
// short reply is rendered as one text. The text of a long reply is never in memory as a whole.

import { BOUNDS } from '../exchange/bounds.ts'
import type { Body } from '../exchange/exchange.ts'
import type { Observer } from '../exchange/observer.ts'
import { type Rendered, recordReplyBody, tooLongFor } from '../exchange/rendered.ts'
import type { Draft } from '../exchange/reply.ts'
import type { BrokenCall } from '../faults/fault.ts'
import { faultFor } from '../faults/table.ts'
import { renderJson } from '../json/json.ts'
import { lengthOf, PIECE, renderParts } from '../json/pieces.ts'
import { closeGently, wait } from '../sockets/end-connection.ts'
import type { WaitForBudget } from '../sockets/loop-budget.ts'
import type { Play, RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'
import { createWritePieces, createWriteReply, type WritePieces } from './write-reply.ts'

/** Resolves when the connection has the whole reply, which may not be sent yet. */
export type Send = (context: RequestContext, draft: Draft) => void | Promise<void>

export function createSend({ observer, backlog, waitForBudget }: Pick<JourneyParts, 'observer' | 'backlog' | 'waitForBudget'>): Send {
  const measure = createMeasure(waitForBudget)
  const writePieces = createWritePieces({ backlog, waitForBudget })
  const writeReply = createWriteReply({ backlog, writePieces })

  return function send(context, draft) {
    const { status, headers, body } = draft
    if (context.body?.isLeft) {
      headers.Connection = 'close'
      closeGently(context.request)
    }
    if (body === undefined) delete headers['Content-Type']
    const text = renderShort(draft)
    if (text === undefined) return sendLong(context, draft)
    const bytes = Buffer.byteLength(text)
    if (status !== 204 && status !== 304) headers['Content-Length'] = String(bytes)
    return sendRendered(context, { status, headers, body, text, bytes })
  }

  /** A body that a scenario has changed is a copy in memory. The backlog counts the bytes of this copy until it is sent. */
  async function sendLong(context: RequestContext, { status, headers, body }: Draft): Promise<void> {
    const { socket } = context.request
    const copied = context.play?.changedBytes ? lengthOf(body) : 0
    backlog.hold(socket, copied)
    try {
      await waitForBudget(PIECE)
      const bytes = await measure(body)
      headers['Content-Length'] = String(bytes)
      await sendRendered(context, { status, headers, body, text: undefined, bytes })
    } finally {
      backlog.release(socket, copied)
    }
  }

  function sendRendered(context: RequestContext, reply: Rendered): void | Promise<void> {
    const { play, response } = context
    if (play !== undefined && (play.delay > 0 || play.fault !== undefined)) return sendPlayed(context, reply, play)
    record(context, reply)
    if (response.destroyed) return
    announce(context, observer)
    return writeReply(context, reply)
  }

  async function sendPlayed(context: RequestContext, reply: Rendered, { delay, fault }: Play): Promise<void> {
    const { request, response } = context
    const broken = fault && faultFor(fault.name)
    // With other faults the client sees nothing of the reply.
    if (broken === undefined || broken.breaks === 'body') record(context, reply)
    if (broken?.breaks === 'body' && reply.bytes > BOUNDS.changedBytes) throw tooLongFor(fault?.name ?? '')
    // Nobody needs the body of the request any more. Free it, because the reply may come late.
    delete context.body
    delete context.input
    if (delay > 0) await wait(delay, request.socket)
    if (response.destroyed) return
    const hasBody = request.method !== 'HEAD' && reply.bytes > 0
    if (fault === undefined || broken === undefined || (broken.breaks === 'body' && !hasBody)) {
      announce(context, observer)
      return writeReply(context, reply)
    }
    announce(context, observer, fault.name)
    await broken.play(callOf(context, writePieces), reply, fault)
    await backlog.drained(response)
  }
}

const callOf = (context: RequestContext, writePieces: WritePieces): BrokenCall => ({
  exchange: context.exchange,
  request: context.request,
  response: context.response,
  write: (pieces) => writePieces(context, pieces),
  record: (reply, body) => record(context, reply, body),
})

/** Notes the reply in the exchange, without secrets. */
function record({ exchange, secrets, play }: RequestContext, reply: Rendered, body: Body = recordReplyBody(reply)): void {
  exchange.reply = secrets.hideInReply({ status: reply.status, headers: reply.headers, body }, play?.showsTexts ?? false)
}

function announce({ exchange, response, session }: RequestContext, observer: Pick<Required<Observer>, 'replied'>, fault?: string): void {
  exchange.replied = session.clock.moment()
  if (fault !== undefined) exchange.fault = fault
  // A scenario may have removed Date. Without this line Node.js would add its own Date.
  response.sendDate = false
  observer.replied(exchange)
}

/** The body as text; undefined when the body is too long. */
function renderShort({ body, headers }: Draft): string | undefined {
  if (body === undefined) return ''
  if (typeof body === 'string' && !headers['Content-Type']?.includes('json')) return body
  return lengthOf(body) > PIECE ? undefined : renderJson(body)
}

/** The length of a list item is remembered, because an item is never changed, only replaced. Shorter lengths are not remembered. */
const MIN_KEPT = 1024

/** Creates the function that measures the bytes of a long body, because Content-Length is sent before the body. */
function createMeasure(waitForBudget: WaitForBudget): (body: unknown) => Promise<number> {
  const known = new WeakMap<object, number>()

  function measureItem(item: unknown): number {
    let bytes = 0
    for (const part of renderParts(item)) bytes += Buffer.byteLength(part)
    if (typeof item === 'object' && item !== null && bytes >= MIN_KEPT) known.set(item, bytes)
    return bytes
  }

  return async function measure(body) {
    const items = Array.isArray(body) ? body : [body]
    // The two brackets, and a comma after each item except the last.
    let bytes = Array.isArray(body) ? Math.max(2, items.length + 1) : 0
    let rendered = 0
    for (const item of items) {
      const before = known.get(item)
      const size = before ?? measureItem(item)
      bytes += size
      if (before === undefined) rendered += size
      if (rendered < PIECE) continue
      await waitForBudget(rendered)
      rendered = 0
    }
    return bytes
  }
}

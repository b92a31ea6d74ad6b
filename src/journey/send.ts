// Sends the reply, late or broken if a scenario wants it so. Only this file, wire-faults.ts and write-reply.ts write to the client. A
// short reply is rendered as one text. The text of a long reply is never in memory as a whole.

import { type FaultName, faultKinds } from '../exchange/fault-kinds.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Draft } from '../exchange/reply.ts'
import { renderJson } from '../json/json.ts'
import { lengthOf, PIECE } from '../json/pieces.ts'
import type { Fault } from '../scenarios/effect.ts'
import type { Backlog } from '../sockets/backlog.ts'
import { closeGently } from '../sockets/close-gently.ts'
import { createPace } from '../sockets/pace.ts'
import type { RequestContext } from './context.ts'
import { createMeasure } from './measure-body.ts'
import { MAX_CHANGED, type Rendered, recordReply, recordReplyBody, tooLongFor } from './rendered.ts'
import { wait, wireFaults } from './wire-faults.ts'
import { createWritePieces, createWriteReply } from './write-reply.ts'

/** Resolves when the connection has the whole reply, which may not be sent yet. */
export type Send = (context: RequestContext, draft: Draft) => void | Promise<void>

export function createSend({ observer, backlog }: { observer: Required<Observer>; backlog: Backlog }): Send {
  const pace = createPace()
  const measure = createMeasure(pace)
  const writePieces = createWritePieces({ backlog, pace })
  const writeReply = createWriteReply({ backlog, writePieces })

  /** A body that a scenario has changed is a copy in memory. The backlog counts the bytes of this copy until it is sent. */
  async function sendLong(context: RequestContext, { status, headers, body }: Draft): Promise<void> {
    const { socket } = context.request
    const copied = context.isCopy ? lengthOf(body) : 0
    backlog.hold(socket, copied)
    try {
      await pace(PIECE)
      const bytes = await measure(body)
      headers['Content-Length'] = String(bytes)
      await sendRendered(context, { status, headers, body, text: undefined, bytes })
    } finally {
      backlog.release(socket, copied)
    }
  }

  function sendRendered(context: RequestContext, reply: Rendered): void | Promise<void> {
    const { fault, delay } = context
    if (fault === undefined || breaksBody(fault)) recordReply(context, reply, recordReplyBody(reply))
    return delay === 0 && fault === undefined ? sendWhole(context, reply) : sendStaged(context, reply)
  }

  async function sendStaged(context: RequestContext, reply: Rendered): Promise<void> {
    const { delay, fault, request, response, input } = context
    const isBody = fault !== undefined && breaksBody(fault)
    if (isBody && reply.bytes > MAX_CHANGED) throw tooLongFor(fault.kind)
    // Nobody needs the body of the request any more. Free it, because the reply may come late.
    delete context.body
    delete input.body
    if (delay > 0) await wait(delay, request)
    if (response.destroyed) return
    if (fault === undefined || (isBody && !hasBodyToSend(context, reply))) return sendWhole(context, reply)
    announce(context, fault.kind)
    await wireFaults[fault.kind](context, reply, fault, writePieces)
    await backlog.drained(response)
  }

  function sendWhole(context: RequestContext, reply: Rendered): void | Promise<void> {
    if (context.response.destroyed) return
    announce(context)
    return writeReply(context, reply)
  }

  function announce(context: RequestContext, fault?: FaultName): void {
    noteReply(context, fault)
    observer.replied(context.exchange)
  }

  return function send(context, draft) {
    const { status, headers, body } = draft
    if (context.isBodyLeft) {
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
}

function noteReply({ exchange, response, session }: RequestContext, fault: FaultName | undefined): void {
  exchange.replied = session.clock.moment()
  if (fault !== undefined) exchange.fault = fault
  // A scenario may have removed Date. Without this line Node.js would add its own Date.
  response.sendDate = false
}

/** True when the client sees at least the head of the reply. With other faults it sees nothing. */
const breaksBody = ({ kind }: Fault) => faultKinds[kind].breaks === 'body'

const hasBodyToSend = ({ request }: RequestContext, { bytes }: Rendered) => request.method !== 'HEAD' && bytes > 0

/** The body as text; undefined when the body is too long. */
function renderShort({ body, headers }: Draft): string | undefined {
  if (body === undefined) return ''
  if (typeof body === 'string' && !headers['Content-Type']?.includes('json')) return body
  return lengthOf(body) > PIECE ? undefined : renderJson(body)
}

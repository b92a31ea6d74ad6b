// Gives a whole reply to Koa, which sends it. At the end it notes how much of the reply was delivered.

import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'

export interface Rendered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  /** The length of the text in UTF-8. */
  readonly bytes: number
}

/** The operating system takes a shorter reply at once, unless the client reads none of its replies. */
const AT_ONCE_BYTES = 16 * 1024

/** A promise resolves when the connection has the whole reply, which may not be sent yet. */
export function writeReply(context: RequestContext, reply: Rendered, parts: JourneyParts): void | Promise<void> {
  const { koa, exchange, request, response } = context
  const { status, headers, text, bytes } = reply
  koa.status = status
  koa.set(headers)
  koa.body = text
  // Koa guesses a type if there is none.
  if (headers['Content-Type'] === undefined) koa.remove('Content-Type')
  if (request.socket.readableEnded) return writeInTwo(context, reply)
  if (request.method !== 'HEAD') exchange.deliveredBytes = bytes
  if (bytes > AT_ONCE_BYTES) setImmediate(() => parts.backlog.drained(response))
}

/** The client has ended its side: it may still read, or it may be gone. If it is gone, the second write fails. */
async function writeInTwo({ koa, exchange, request, response }: RequestContext, { bytes }: Rendered): Promise<void> {
  koa.flushHeaders()
  await nextTurn()
  if (!response.destroyed && request.method !== 'HEAD') exchange.deliveredBytes = bytes
}

/** Called when the reply has ended, or the client is gone. */
export function noteDelivery(context: RequestContext): void {
  const { exchange, session, response } = context
  exchange.closed = session.clock.moment()
  if (response.writableFinished) exchange.delivered = 'whole'
  else noteLoss(context)
}

function noteLoss({ exchange, request, response, body }: RequestContext): void {
  if (exchange.delivered === 'part') return
  // When a client has ended its side, the reply is sent in two writes (writeInTwo). If the second write failed, the client was
  // gone and got nothing.
  if (response.headersSent && !request.socket.readableEnded) exchange.delivered = 'part'
  exchange.deliveredBytes = 0
  if (!body?.isCutShort) return
  // The client left in the middle of its request, so nobody was there to answer.
  exchange.answeredBy = 'gone'
  exchange.causes = []
  delete exchange.reply
}

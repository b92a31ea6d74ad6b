// Ends a request context: notes how much of the reply was delivered.

import type { RequestContext } from './context.ts'
import { noteCause } from './finishes/note-cause.ts'

/** Called when the reply has ended, or the client is gone. */
export function endContext(context: RequestContext): void {
  const { exchange, session, response } = context
  exchange.closed = session.clock.moment()
  if (response.writableFinished) exchange.delivered = 'whole'
  else noteLoss(context)
  if (exchange.causes.length === 0) noteCause(context)
}

function noteLoss({ exchange, request, response, body }: RequestContext): void {
  if (exchange.delivered === 'part') return
  // When a client has ended its side, the reply is sent in two writes (send.ts). If the second write failed, the client was
  // gone and got nothing.
  if (response.headersSent && !request.socket.readableEnded) exchange.delivered = 'part'
  exchange.deliveredBytes = 0
  if (!body?.isCutShort) return
  // The client left in the middle of its request, so nobody was there to answer.
  exchange.answeredBy = 'gone'
  exchange.causes = []
  delete exchange.reply
}

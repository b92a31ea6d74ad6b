// Ends a visit: notes what came of the reply, when the connection is done with it.

import { noteCause } from './finishes/note-cause.ts'
import type { Visit } from './visit.ts'

/** The reply is over, or the client gone. */
export function endVisit(visit: Visit): void {
  const { exchange, session, response } = visit
  exchange.closed = session.clock.moment()
  if (response.writableFinished) exchange.delivered = 'whole'
  else noteLoss(visit)
  if (exchange.causes.length === 0) noteCause()(visit)
}

function noteLoss({ exchange, request, response, isCutShort }: Visit): void {
  if (exchange.delivered === 'part') return
  // If the client had ended its side and was gone, the second write failed, so nothing was delivered.
  if (response.headersSent && !request.socket.readableEnded) exchange.delivered = 'part'
  exchange.deliveredBytes = 0
  if (!isCutShort) return
  // It had left in the middle of its request: there was nobody to answer.
  exchange.answeredBy = 'gone'
  exchange.causes = []
  delete exchange.reply
}

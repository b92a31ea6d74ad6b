// Ends a visit: notes how much of the reply was delivered.

import { noteCause } from './finishes/note-cause.ts'
import type { Visit } from './visit.ts'

/** Called when the reply has ended, or the client is gone. */
export function endVisit(visit: Visit): void {
  const { exchange, session, response } = visit
  exchange.closed = session.clock.moment()
  if (response.writableFinished) exchange.delivered = 'whole'
  else noteLoss(visit)
  if (exchange.causes.length === 0) noteCause()(visit)
}

function noteLoss({ exchange, request, response, isCutShort }: Visit): void {
  if (exchange.delivered === 'part') return
  // When a client has ended its side, the reply is sent in two writes (write-reply.ts). If the second write failed, the client was
  // gone and got nothing.
  if (response.headersSent && !request.socket.readableEnded) exchange.delivered = 'part'
  exchange.deliveredBytes = 0
  if (!isCutShort) return
  // The client left in the middle of its request, so nobody was there to answer.
  exchange.answeredBy = 'gone'
  exchange.causes = []
  delete exchange.reply
}

// Writes a whole reply: a short reply in one write, and a long reply piece by piece, as fast as the client takes it. At the end it notes
// how much of the reply was delivered.

import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { piecesOf, type Rendered } from '../exchange/rendered.ts'
import { PIECE } from '../json/pieces.ts'
import type { Backlog } from '../sockets/backlog.ts'
import type { WaitForBudget } from '../sockets/loop-budget.ts'
import type { RequestContext } from './context.ts'

/** Resolves with the hash of all pieces, or with undefined when the client left before the end. */
export type WritePieces = (context: RequestContext, pieces: Iterable<string | Buffer>) => Promise<string | undefined>

/** Creates the writer of pieces. At most one piece waits to be sent. */
export function createWritePieces({ backlog, waitForBudget }: { backlog: Backlog; waitForBudget: WaitForBudget }): WritePieces {
  return async function writePieces({ exchange, response }, pieces) {
    const hash = createHash('sha256')
    const rest = pieces[Symbol.iterator]()
    exchange.delivered = 'part'
    for (;;) {
      await waitForBudget(PIECE)
      if (response.destroyed) return undefined
      const { value: piece, done } = rest.next()
      if (done) return hash.digest('hex')
      hash.update(piece)
      // A text is written without a copy as a Buffer, which would be work for the garbage collector.
      const isTaken = response.write(piece)
      const bytes = Buffer.byteLength(piece)
      if (!isTaken) await backlog.drained(response)
      if (response.destroyed) return undefined
      exchange.deliveredBytes += bytes
    }
  }
}

/** Resolves when the connection has the whole reply, which may not be sent yet. */
export type WriteReply = (context: RequestContext, reply: Rendered) => void | Promise<void>

export function createWriteReply({ backlog, writePieces }: { backlog: Backlog; writePieces: WritePieces }): WriteReply {
  function writeReply(context: RequestContext, reply: Rendered): void | Promise<void> {
    const { exchange, request, response } = context
    const { status, headers, text, bytes } = reply
    if (text === undefined) return writeLong(context, reply)
    if (request.socket.readableEnded) return writeInTwo(context, reply)
    response.writeHead(status, headers)
    if (request.method === 'HEAD') response.end()
    else {
      exchange.deliveredBytes = bytes
      // Most JSON is ASCII. Node.js writes ASCII faster as latin1 than as UTF-8.
      response.end(text, bytes === text.length ? 'latin1' : 'utf8')
    }
    if (response.writableLength > 0) void backlog.drained(response)
  }

  async function writeLong(context: RequestContext, reply: Rendered): Promise<void> {
    const { exchange, request, response } = context
    response.writeHead(reply.status, reply.headers)
    if (request.method !== 'HEAD') {
      const sha256 = await writePieces(context, piecesOf(reply))
      if (sha256 === undefined) return
      if (exchange.reply) exchange.reply = { ...exchange.reply, body: { ...exchange.reply.body, sha256 } }
    }
    response.end()
  }

  return writeReply
}

/** The client has ended its side: it may still read, or it may be gone. If it is gone, the second write fails. */
async function writeInTwo({ exchange, request, response }: RequestContext, { status, headers, text, bytes }: Rendered): Promise<void> {
  response.writeHead(status, headers)
  response.flushHeaders()
  await nextTurn()
  if (response.destroyed) return
  if (request.method !== 'HEAD') exchange.deliveredBytes = bytes
  response.end(request.method === 'HEAD' ? '' : text)
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

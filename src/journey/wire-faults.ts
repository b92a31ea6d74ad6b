// Plays faults on the connection. Each kind of fault is a function: it gets the reply that would have been sent, and notes how much
// of its body was sent.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from '../exchange/fault-kinds.ts'
import type { Fault } from '../scenarios/effect.ts'
import { endGently } from '../sockets/close-gently.ts'
import { resetConnection } from '../sockets/reset-connection.ts'
import type { RequestContext } from './context.ts'
import { MAX_KEPT, recordBeginning } from './record-body.ts'
import { bytesOf, firstBytesOf, type Rendered, recordReply } from './rendered.ts'
import type { WritePieces } from './write-reply.ts'

type PlayFault = (context: RequestContext, reply: Rendered, fault: Fault, write: WritePieces) => void | Promise<void>

export const wireFaults: Readonly<Record<FaultName, PlayFault>> = {
  reset,
  // The same reset, but it is played before the body of the request has arrived (src/scenarios/effects/fault.ts).
  'half-request': reset,
  closed,
  hang,
  truncated,
  stall,
  malformed,
  'empty-body': emptyBody,
  trickle,
}

/** Sends a TCP RST: the client sees ECONNRESET. */
function reset({ request }: RequestContext): void {
  resetConnection(request.socket)
}

/** Sends a TCP FIN instead of a reply: the client sees the end of the connection. */
function closed({ request }: RequestContext): void {
  hangUp(request)
}

/** Holds the connection until the client gives up, or the sandbox ends. */
async function hang({ request }: RequestContext): Promise<void> {
  await untilGone(request)
}

/** Announces the whole length, sends a part of the body, and closes the connection. */
async function truncated(context: RequestContext, { headers, ...reply }: Rendered, fault: Fault, write: WritePieces): Promise<void> {
  await sendPart(context, { ...reply, headers: { ...headers, Connection: 'close' } }, fault, write)
  hangUp(context.request)
}

/** Announces the whole length, sends a part of the body, and holds the connection until the client gives up. */
async function stall(context: RequestContext, reply: Rendered, fault: Fault, write: WritePieces): Promise<void> {
  await sendPart(context, reply, fault, write)
  await untilGone(context.request)
}

/** Sends the headers and the beginning of the body. At least one byte is left out. */
async function sendPart(context: RequestContext, reply: Rendered, { at }: Fault, write: WritePieces): Promise<void> {
  const { response } = context
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  await write(context, firstBytesOf(reply, Math.max(0, Math.min(Math.floor(reply.bytes * at), reply.bytes - 1))))
}

/** Sends a whole reply, but the last byte of its JSON is missing. */
function malformed(context: RequestContext, reply: Rendered, _fault: Fault, write: WritePieces): Promise<void> {
  return sendInstead(context, reply, reply.bytes - 1, write)
}

function emptyBody(context: RequestContext, reply: Rendered, _fault: Fault, write: WritePieces): Promise<void> {
  return sendInstead(context, reply, 0, write)
}

/** Sends a whole reply. Its body has only the first bytes of the real body. */
async function sendInstead(context: RequestContext, reply: Rendered, bytes: number, write: WritePieces): Promise<void> {
  const { response } = context
  const sent = { ...reply, headers: { ...reply.headers, 'Content-Length': String(bytes) } }
  const body = recordBeginning(firstBytesOf(reply, bytes), bytes)
  recordReply(context, sent, body)
  response.writeHead(sent.status, sent.headers)
  const sha256 = await write(context, firstBytesOf(reply, bytes))
  if (sha256 === undefined) return
  if (bytes > MAX_KEPT) recordReply(context, sent, { ...body, sha256 })
  response.end()
}

/** Sends the headers at once, and the body byte by byte. */
async function trickle({ exchange, request, response }: RequestContext, reply: Rendered, { gap }: Fault): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  exchange.delivered = 'part'
  for (const piece of bytesOf(reply)) {
    for (const byte of piece) {
      await wait(gap, request)
      if (response.destroyed) return
      response.write(Buffer.of(byte))
      exchange.deliveredBytes += 1
    }
  }
  response.end()
}

/** Waits for this many seconds, or until the client is gone. */
export async function wait(seconds: number, { socket }: IncomingMessage): Promise<void> {
  const controller = new AbortController()
  const off = onGone(socket, () => controller.abort())
  await sleep(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {})
  off()
}

const untilGone = ({ socket }: IncomingMessage) => new Promise<void>((resolve) => onGone(socket, resolve))

/** Ends the connection with a FIN. If the client does not end its side, the connection is destroyed after a second. */
function hangUp(request: IncomingMessage): void {
  // Unread bytes would turn the FIN into a reset.
  request.resume()
  endGently(request.socket)
}

/** Calls `tell` when the client is gone. A client that has ended its side counts as gone, because nothing is being sent to it. */
function onGone(socket: Socket, tell: () => void): () => void {
  const giveUp = () => socket.destroy()
  socket.once('close', tell).once('end', giveUp)
  if (socket.readableEnded) giveUp()
  if (socket.destroyed) tell()
  return () => socket.off('close', tell).off('end', giveUp)
}

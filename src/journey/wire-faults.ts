// How faults look on the wire, by kind: each is given the reply that would have gone out, and notes how much of its
// body was sent.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../scenarios/effect.ts'
import type { Rendered } from './send.ts'
import type { Visit } from './visit.ts'

interface WireFault {
  /** Whether the client sees nothing of the reply. */
  readonly isSilent?: boolean
  readonly play: (visit: Visit, reply: Rendered, fault: Fault) => void | Promise<void>
}

export const wireFaults: Readonly<Record<string, WireFault>> = {
  reset: { isSilent: true, play: reset },
  // Comes while the request's body is still on its way: the effect says so, and nobody has read the body.
  'half-request': { isSilent: true, play: reset },
  closed: { isSilent: true, play: closed },
  hang: { isSilent: true, play: hang },
  truncated: { play: truncated },
  stall: { play: stall },
  malformed: { play: malformed },
  'empty-body': { play: emptyBody },
  trickle: { play: trickle },
}

/** A TCP RST: the client sees ECONNRESET. */
function reset({ request }: Visit): void {
  // Only a TCP socket can be reset; under TLS that is the one beneath.
  const { _parent } = request.socket as Socket & { _parent?: Socket }
  const socket = _parent ?? request.socket
  socket.resetAndDestroy()
}

/** A TCP FIN in place of a reply: the client sees the end of the connection. */
function closed({ request }: Visit): void {
  hangUp(request)
}

/** Holds the connection until the client gives up, or the sandbox ends. */
async function hang({ request }: Visit): Promise<void> {
  await untilClosed(request)
}

/** Promises the whole length, sends a fraction of it and closes the connection. */
function truncated(visit: Visit, { headers, ...reply }: Rendered, fault: Fault): void {
  sendPart(visit, { ...reply, headers: { ...headers, Connection: 'close' } }, fault, () => hangUp(visit.request))
}

/** Promises the whole length, sends a fraction of it and holds the connection until the client gives up. */
async function stall(visit: Visit, reply: Rendered, fault: Fault): Promise<void> {
  sendPart(visit, reply, fault)
  await untilClosed(visit.request)
}

/** Headers and the beginning of the body; at least one byte is left out. */
function sendPart({ exchange, response }: Visit, { status, headers, body }: Rendered, { at }: Fault, then?: () => void): void {
  const bytes = Buffer.from(body)
  const part = bytes.subarray(0, Math.max(0, Math.min(Math.floor(bytes.length * at), bytes.length - 1)))
  response.writeHead(status, headers)
  response.flushHeaders()
  response.write(part, then)
  exchange.delivered = 'part'
  exchange.deliveredBytes = part.length
}

/** A whole reply whose JSON lacks its end. */
function malformed(visit: Visit, reply: Rendered): void {
  sendInstead(visit, reply, reply.body.slice(0, -1))
}

function emptyBody(visit: Visit, reply: Rendered): void {
  sendInstead(visit, reply, '')
}

/** A whole reply with another body. */
function sendInstead({ exchange, response }: Visit, { status, headers }: Rendered, body: string): void {
  const bytes = Buffer.byteLength(body)
  const sent = { ...headers, 'Content-Length': String(bytes) }
  exchange.reply = { status, headers: sent, body: { text: body, bytes } }
  exchange.deliveredBytes = bytes
  response.writeHead(status, sent)
  response.end(body)
}

/** Headers at once, the body a byte at a time. */
async function trickle({ exchange, request, response }: Visit, { status, headers, body }: Rendered, { gap }: Fault): Promise<void> {
  response.writeHead(status, headers)
  response.flushHeaders()
  exchange.delivered = 'part'
  for (const byte of Buffer.from(body)) {
    await wait(gap, request)
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    exchange.deliveredBytes += 1
  }
  response.end()
}

/** Waits for so many seconds, or until the client is gone. */
export async function wait(seconds: number, request: IncomingMessage): Promise<void> {
  if (request.socket.destroyed) return
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  request.socket.once('close', giveUp)
  await sleep(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {})
  request.socket.off('close', giveUp)
}

const HANG_UP_MS = 1000

/** Ends the connection with a FIN. A client that does not answer with its own is let go of. */
function hangUp(request: IncomingMessage): void {
  // Bytes that nobody has read would turn the end into a reset.
  request.resume()
  request.socket.end()
  setTimeout(() => request.socket.destroy(), HANG_UP_MS).unref()
}

function untilClosed({ socket }: IncomingMessage): Promise<void> {
  return new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())))
}

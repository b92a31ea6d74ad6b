// How faults look on the wire, by name: each is given the reply that would have gone out.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, Sent } from '../exchange.ts'

type Fault = (response: ServerResponse, reply: Sent, exchange: Exchange) => void | Promise<void>

export const faults: Readonly<Record<string, Fault>> = { reset, hang, truncated, malformed, 'empty-body': emptyBody, trickle }

/** A TCP RST: the client sees ECONNRESET. */
function reset({ req }: ServerResponse): void {
  // Only a TCP socket can be reset; under TLS that is the one beneath.
  const { _parent } = req.socket as Socket & { _parent?: Socket }
  const socket = _parent ?? req.socket
  socket.resetAndDestroy()
}

/** Holds the connection until the client gives up, or the sandbox ends. */
async function hang(response: ServerResponse): Promise<void> {
  await untilClosed(response.req)
}

/** Promises the whole length and sends half of it. */
function truncated(response: ServerResponse, { status, headers, body }: Sent): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, Connection: 'close' })
  response.flushHeaders()
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.req.socket.end())
}

/** A whole reply whose JSON lacks its end. */
function malformed(response: ServerResponse, { status, headers, body }: Sent): void {
  const cut = body.slice(0, -1)
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(cut)) })
  response.end(cut)
}

function emptyBody(response: ServerResponse, { status, headers }: Sent): void {
  response.writeHead(status, { ...headers, 'Content-Length': '0' })
  response.end()
}

/** Headers at once, the body a byte at a time. */
async function trickle(response: ServerResponse, { status, headers, body }: Sent, { fault }: Exchange): Promise<void> {
  response.writeHead(status, headers)
  response.flushHeaders()
  for (const byte of Buffer.from(body)) {
    await wait(fault?.gap ?? 0, response.req)
    if (response.destroyed) return
    response.write(Buffer.of(byte))
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

function untilClosed({ socket }: IncomingMessage): Promise<void> {
  return new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())))
}

// The ways to send a body badly: a part of it, less than all as if it were all, or byte by byte.

import { wait } from '../../ground/sockets/end-connection.ts'
import { recordBody } from '../../record/record-body.ts'
import type { BrokenCall, FaultSettings, WholeReply } from './fault.ts'

/** Announces the whole length, and sends a part of the body, as if the rest got lost. At least one byte is left out. */
export async function sendPart({ response, write }: BrokenCall, reply: WholeReply, { at }: FaultSettings): Promise<void> {
  const { status, headers, body } = reply
  response.writeHead(status, headers)
  response.flushHeaders()
  await write(body.subarray(0, Math.min(Math.floor(body.length * at), body.length - 1)))
}

/** Sends a whole reply. Its body has only the first bytes of the real body. */
export async function sendInstead({ response, write, record }: BrokenCall, { status, ...reply }: WholeReply, bytes: number): Promise<void> {
  const headers = { ...reply.headers, 'Content-Length': String(bytes) }
  const body = reply.body.subarray(0, bytes)
  record({ status, headers, body: recordBody(body) })
  response.writeHead(status, headers)
  await write(body)
  response.end()
}

/** Sends the headers at once, and the body byte by byte. */
export async function sendSlowly({ exchange, request, response }: BrokenCall, reply: WholeReply, { gap }: FaultSettings): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  exchange.delivered = 'part'
  for (const byte of reply.body) {
    await wait(gap, request.socket)
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    exchange.deliveredBytes += 1
  }
  response.end()
}

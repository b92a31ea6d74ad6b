// Sends only the beginning of the body. Content-Length has the length of the whole body, as if the rest got lost, or the length of the
// beginning, as if it were the whole body.

import { recordBody } from '../exchange/record-body.ts'
import type { BrokenCall, FaultSettings, WholeReply } from './fault.ts'

/** Sends the headers and a part of the body. At least one byte is left out. */
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

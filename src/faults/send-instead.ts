// Sends a whole reply. Its body has only the first bytes of the real body.

import { recordBody } from '../exchange/record-body.ts'
import type { BrokenCall, WholeReply } from './fault.ts'

export async function sendInstead({ response, write, record }: BrokenCall, { status, ...reply }: WholeReply, bytes: number): Promise<void> {
  const headers = { ...reply.headers, 'Content-Length': String(bytes) }
  const body = reply.body.subarray(0, bytes)
  record({ status, headers, body: recordBody(body) })
  response.writeHead(status, headers)
  await write(body)
  response.end()
}

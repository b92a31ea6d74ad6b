// Sends the headers and the beginning of the body. At least one byte is left out.

import type { BrokenCall, FaultSettings, WholeReply } from './fault.ts'

export async function sendPart(
  { response, write }: BrokenCall,
  { status, headers, body }: WholeReply,
  { at }: FaultSettings,
): Promise<void> {
  response.writeHead(status, headers)
  response.flushHeaders()
  await write(body.subarray(0, Math.min(Math.floor(body.length * at), body.length - 1)))
}

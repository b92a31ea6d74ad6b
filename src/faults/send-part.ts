// Sends the headers and the beginning of the body. At least one byte is left out.

import { firstBytesOf, type Rendered } from '../exchange/rendered.ts'
import type { BrokenCall, FaultSettings } from './fault.ts'

export async function sendPart({ response, write }: BrokenCall, reply: Rendered, { at }: FaultSettings): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  await write(firstBytesOf(reply, Math.max(0, Math.min(Math.floor(reply.bytes * at), reply.bytes - 1))))
}

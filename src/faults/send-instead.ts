// Sends a whole reply. Its body has only the first bytes of the real body.

import { BOUNDS } from '../exchange/bounds.ts'
import { recordBeginning } from '../exchange/record-body.ts'
import { firstBytesOf, type Rendered } from '../exchange/rendered.ts'
import type { BrokenCall } from './fault.ts'

export async function sendInstead({ response, write, record }: BrokenCall, reply: Rendered, bytes: number): Promise<void> {
  const sent = { ...reply, headers: { ...reply.headers, 'Content-Length': String(bytes) } }
  const body = recordBeginning(firstBytesOf(reply, bytes), bytes)
  record(sent, body)
  response.writeHead(sent.status, sent.headers)
  const sha256 = await write(firstBytesOf(reply, bytes))
  if (sha256 === undefined) return
  if (bytes > BOUNDS.recordedBytes) record(sent, { ...body, sha256 })
  response.end()
}

// Reads the body of a call, up to a size.

import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'
import { receiveBody } from '../receive-body.ts'
import type { TakeTurn } from '../turns.ts'

/** Throws a Problem when the body is too large. Rejects when the client leaves before it has sent all. */
export async function readBody(request: IncomingMessage, maxBytes: number, takeTurn: TakeTurn): Promise<Uint8Array> {
  const { bytes, isLeft } = await receiveBody(request, maxBytes)
  if (bytes === undefined)
    throw new Problem('payload_too_large', `the body is larger than ${maxBytes} bytes`, { headers: isLeft ? { Connection: 'close' } : {} })
  await takeTurn(bytes.length)
  return bytes
}

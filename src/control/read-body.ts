// Reads the body of a request, up to a size. More is read and dropped, so that the client, still writing, gets to see the
// reply; a body without an end costs the client its connection.

import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'
import type { TakeTurn } from '../turns.ts'

const DROP_BYTES = 16 * 1024 * 1024

/** Throws a Problem when the body is too large. Rejects when the client leaves before it has sent all. */
export async function readBody(request: IncomingMessage, maxBytes: number, takeTurn: TakeTurn): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  // The reply goes out on the connection of the request, so leaving the loop must not end it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
    if (size > maxBytes + DROP_BYTES) break
  }
  if (size <= maxBytes) {
    await takeTurn(size)
    return Buffer.concat(chunks)
  }
  const headers: Record<string, string> = request.complete ? {} : { Connection: 'close' }
  throw new Problem('payload_too_large', `the body is larger than ${maxBytes} bytes`, { headers })
}

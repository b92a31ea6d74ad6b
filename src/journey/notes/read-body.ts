// Reads the request body, up to a size. What is beyond is read on and dropped, so that the client, still writing,
// gets to see the reply; a body that has no end at all costs it the connection.

import { recordBody } from '../record-body.ts'
import type { Visit } from '../visit.ts'

const DROP_BYTES = 16 * 1024 * 1024

export function readBody({ maxBytes, dropBytes = DROP_BYTES }: { maxBytes: number; dropBytes?: number }) {
  return function readBody(visit: Visit): Promise<void> | undefined {
    const { request: stream, exchange, isBodyLeft } = visit
    const { headers } = stream
    if (isBodyLeft) return
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      const fail = () => reject(new ClientGone())
      const finish = () => {
        stream.off('data', take).off('close', fail).off('error', fail)
        visit.isTooLarge = size > maxBytes
        if (!visit.isTooLarge) {
          visit.body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
          exchange.request.body = recordBody(visit.body)
        }
        resolve()
      }
      function take(chunk: Buffer): void {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else chunks.length = 0
        if (size <= dropBytes) return
        stream.pause()
        finish()
      }
      stream.on('data', take)
      stream.on('end', finish)
      stream.on('close', fail)
      stream.on('error', fail)
    })
  }
}

/** The client left before its request was whole: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

// Receives the body of a request, up to a maximum size. The rest of a larger body is read and dropped, so that a client
// that is still writing can see the reply. A body without an end loses its connection.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'

export interface Received {
  /** Undefined when the body is larger than the maximum size. */
  readonly bytes: Buffer | undefined
  /** Whether a part of the body is still to come and will not be read. */
  readonly isLeft: boolean
}

/** Rejects when the body ends too early. `keep` is called with the number of kept bytes, and with 0 when no bytes are kept any more. */
export function receiveBody(stream: IncomingMessage, maxBytes: number, keep: (bytes: number) => void = () => {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    function take(chunk: Buffer): void {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
      keep(size > maxBytes ? 0 : size)
      if (size <= Math.max(BOUNDS.droppedBytes, maxBytes)) return
      stream.pause()
      finish(true)
    }
    function stop(): void {
      keep(0)
      stream.off('data', take).off('end', finish).off('close', fail).off('error', fail)
    }
    function finish(isLeft = false): void {
      stop()
      resolve({ bytes: size > maxBytes ? undefined : joinChunks(chunks, size), isLeft })
    }
    function fail(error?: Error): void {
      stop()
      reject(error ?? new Error('the client left in the middle of the body'))
    }
    const broken = findBrokenBody(stream)
    // No more events follow in a broken body, or after the client has left.
    if (broken) fail(broken.problem)
    else if (stream.destroyed && !stream.readableEnded) fail()
    else stream.on('data', take).on('end', finish).on('close', fail).on('error', fail)
  })
}

const joinChunks = (chunks: readonly Buffer[], size: number) => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))

/** Whether a request has a body (RFC 9112 §6.3). */
export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether the client waits for "100 Continue" before it sends the body. HTTP/1.0 ignores this expectation (RFC 9110 §10.1.1). */
export const isExpecting = ({ headers, httpVersionMinor }: IncomingMessage) =>
  headers.expect !== undefined && httpVersionMinor === 1 && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect) && hasBody(headers)

/** A body that will never be complete. */
interface BrokenBody {
  readonly problem: Problem
  /** True when the client has ended its side of the connection. */
  readonly isEnded: boolean
}

const brokenBodies = new WeakMap<IncomingMessage, BrokenBody>()

/** Notes that the rest of the body will never come, and ends the reading of the body. */
export function breakBody(request: IncomingMessage, broken: BrokenBody): void {
  brokenBodies.set(request, broken)
  if (request.listenerCount('error') > 0) request.emit('error', broken.problem)
}

/** Why the body of a request will never be complete; undefined for most requests. */
export const findBrokenBody = (request: IncomingMessage) => brokenBodies.get(request)

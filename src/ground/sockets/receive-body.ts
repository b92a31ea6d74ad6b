// Receives the body of a request. A body that is too large is read and dropped, so that a client that is still writing can see the
// reply. A body without an end loses its connection.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BOUNDS } from '../bounds.ts'
import type { Problem } from '../problem.ts'

export interface ReceivedBody {
  /** Absent when the body was not read, was dropped, or broke off. */
  readonly bytes?: Buffer
  /** The body was dropped, or never read. */
  readonly isTooLarge?: boolean
  /** A part of the body is still to come, and nobody reads it. So the connection ends with the reply. */
  readonly isLeft?: boolean
}

/** Rejects when the body ends too early. */
export function receiveBody(stream: IncomingMessage, maxBytes: number): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    function take(chunk: Buffer): void {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
      if (size <= Math.max(BOUNDS.droppedBytes, maxBytes)) return
      stream.pause()
      finish(true)
    }
    function stop(): void {
      stream.off('data', take).off('end', finish).off('close', fail).off('error', fail)
    }
    function finish(isLeft = false): void {
      stop()
      resolve(size > maxBytes ? { isTooLarge: true, isLeft } : { bytes: Buffer.concat(chunks, size) })
    }
    function fail(error?: Error): void {
      stop()
      reject(error ?? new Error('the client left in the middle of the body'))
    }
    const broken = findBrokenBody(stream)
    // No more events follow in a broken body, or after the client has left.
    if (broken) fail(broken)
    // Without a body, there are no events either.
    else if (stream.readableEnded) finish()
    else if (stream.destroyed) fail()
    else stream.on('data', take).on('end', finish).on('close', fail).on('error', fail)
  })
}

/** RFC 9112 §6.3 */
export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether the client waits for "100 Continue" before it sends the body. HTTP/1.0 ignores this expectation (RFC 9110 §10.1.1). */
export const isExpecting = ({ headers, httpVersionMinor }: IncomingMessage) =>
  headers.expect !== undefined && httpVersionMinor === 1 && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect) && hasBody(headers)

const brokenBodies = new WeakMap<IncomingMessage, Problem>()

/** Notes that the rest of the body will never come, and ends the reading of the body. */
export function breakBody(request: IncomingMessage, problem: Problem): void {
  brokenBodies.set(request, problem)
  if (request.listenerCount('error') > 0) request.emit('error', problem)
}

/** Why the body will never be complete; undefined for most requests. */
export const findBrokenBody = (request: IncomingMessage) => brokenBodies.get(request)

// Reads the request body, up to a size. What is beyond is read on and dropped, so that the client, still writing,
// gets to see the reply; a body that has no end at all costs it the connection.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Problem } from '../../problem.ts'
import type { TakeTurn } from '../../turns.ts'
import type { Backlog } from '../backlog.ts'
import { recordBody } from '../record-body.ts'
import type { Visit } from '../visit.ts'
import { giveStepsBack } from './take-steps.ts'

const DROP_BYTES = 16 * 1024 * 1024

/** Beyond so many bytes, a body that is not whole counts as kept for its client. */
const MAX_FREE = 64 * 1024

interface BodyRules {
  readonly maxBytes: number
  readonly dropBytes?: number
  /** What is kept of bodies that are on their way. */
  readonly uploads: Pick<Backlog, 'hold' | 'release'>
  readonly takeTurn: TakeTurn
}

export function readBody({ maxBytes, dropBytes = DROP_BYTES, uploads, takeTurn }: BodyRules) {
  return function readBody(visit: Visit): Promise<void> | undefined {
    const { request: stream, exchange, expectsContinue } = visit
    if (visit.breaksRequest || !hasBody(stream.headers)) return
    if (expectsContinue && Number(stream.headers['content-length']) > maxBytes && !isPlayed(visit)) {
      visit.isTooLarge = true
      return
    }
    if (expectsContinue) visit.response.writeContinue()
    visit.isBodyLeft = false
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      let kept = 0
      function keep(bytes: number): void {
        uploads.release(stream.socket, kept)
        uploads.hold(stream.socket, bytes)
        kept = bytes
      }
      function stop(): void {
        if (kept > 0) keep(0)
        stream.off('data', take).off('end', finish).off('close', fail).off('error', fail)
      }
      function finish(): void {
        stop()
        visit.isTooLarge = size > maxBytes
        if (!visit.isTooLarge) {
          visit.body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
          exchange.request.body = recordBody(visit.body)
        }
        resolve(takeTurn(visit.body?.length ?? 0))
      }
      function take(chunk: Buffer): void {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else chunks.length = 0
        if (size > MAX_FREE) keep(size > maxBytes ? 0 : size)
        if (size <= dropBytes) return
        stream.pause()
        visit.isBodyLeft = true
        finish()
      }
      function fail(): void {
        stop()
        giveStepsBack(visit)
        const broken = brokenBodies.get(stream)
        if (broken === undefined) reject(new ClientGone())
        else {
          visit.messageProblem ??= broken.problem
          visit.isCutShort = broken.isEnded
          visit.isBodyLeft = true
          resolve()
        }
      }
      if (brokenBodies.has(stream)) fail()
      else stream.on('data', take).on('end', finish).on('close', fail).on('error', fail)
    })
  }
}

export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether a scenario takes the call: what is wrong with its body is then not what decides. */
const isPlayed = ({ taken, switchProblem }: Visit) => switchProblem !== undefined || taken.length > 0

/** What became of a body that will never be whole. */
interface BrokenBody {
  readonly problem: Problem
  /** Whether the client has ended its side of the connection. */
  readonly isEnded: boolean
}

const brokenBodies = new WeakMap<IncomingMessage, BrokenBody>()

/** Says that the rest of a request's body will never come: its visit, now or later, answers with the problem. */
export function breakBody(request: IncomingMessage, broken: BrokenBody): void {
  brokenBodies.set(request, broken)
  if (request.listenerCount('error') > 0) request.emit('error', broken.problem)
}

/** Why the body of a request will never be whole; undefined with most. */
export const brokenBodyOf = (request: IncomingMessage): Problem | undefined => brokenBodies.get(request)?.problem

/** The client left before its request was whole: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

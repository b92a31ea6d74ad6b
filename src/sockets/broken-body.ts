// Notes requests whose body will never be complete. src/http/ finds such a body and calls breakBody(). The journey then answers with
// the problem.

import type { IncomingMessage } from 'node:http'
import type { Problem } from '../errors/problem.ts'

export interface BrokenBody {
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
export const findBrokenBody = (request: IncomingMessage): BrokenBody | undefined => brokenBodies.get(request)

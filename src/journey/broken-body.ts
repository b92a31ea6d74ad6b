// Bodies that will never be whole, though their request is under way: HTTP's edge finds out, and the visit, now or later,
// answers with the problem.

import type { IncomingMessage } from 'node:http'
import type { Problem } from '../replies/problem.ts'

export interface BrokenBody {
  readonly problem: Problem
  /** Whether the client has ended its side of the connection. */
  readonly isEnded: boolean
}

const brokenBodies = new WeakMap<IncomingMessage, BrokenBody>()

/** Says that the rest of a request's body will never come. */
export function breakBody(request: IncomingMessage, broken: BrokenBody): void {
  brokenBodies.set(request, broken)
  if (request.listenerCount('error') > 0) request.emit('error', broken.problem)
}

/** Why the body of a request will never be whole; undefined with most. */
export const findBrokenBody = (request: IncomingMessage): BrokenBody | undefined => brokenBodies.get(request)

// What src/http/ notes about a request for the journey: when it arrived, if it had to wait for its turn on a pipelined connection, and
// that its body will never be complete.

import type { IncomingMessage } from 'node:http'
import type { Problem } from '../errors/problem.ts'
import type { Instant } from '../exchange/moment.ts'

export interface BrokenBody {
  readonly problem: Problem
  /** True when the client has ended its side of the connection. */
  readonly isEnded: boolean
}

const arrivals = new WeakMap<IncomingMessage, Instant>()
const brokenBodies = new WeakMap<IncomingMessage, BrokenBody>()

export const stampArrival = (request: IncomingMessage, at: Instant) => arrivals.set(request, at)

/** Undefined for a request that did not wait. */
export const arrivalOf = (request: IncomingMessage) => arrivals.get(request)

/** Notes that the rest of the body will never come, and ends the reading of the body. */
export function breakBody(request: IncomingMessage, broken: BrokenBody): void {
  brokenBodies.set(request, broken)
  if (request.listenerCount('error') > 0) request.emit('error', broken.problem)
}

/** Why the body of a request will never be complete; undefined for most requests. */
export const findBrokenBody = (request: IncomingMessage) => brokenBodies.get(request)

// When requests arrived that had to wait for their turn on a pipelined connection.

import type { IncomingMessage } from 'node:http'
import type { Instant } from '../exchange/exchange.ts'

const arrivals = new WeakMap<IncomingMessage, Instant>()

/** Notes the true arrival of a request that waits. */
export function stampArrival(request: IncomingMessage, at: Instant): void {
  arrivals.set(request, at)
}

/** Undefined for a request that did not wait. */
export const arrivalOf = (request: IncomingMessage) => arrivals.get(request)

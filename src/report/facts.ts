// Reads the facts of an exchange once for all rules: its caller, how the call failed, and whether the author of the test expected
// the failure.

import { createHash } from 'node:crypto'
import type { Exchange, Moment } from '../exchange/exchange.ts'
import { faultFor } from '../faults/table.ts'
import type { Caller } from './callers.ts'

/** How a call failed. `limited`: 429. `unavailable`: 503. `server`: other 5xx, or 408. `refused`: other 4xx. `fault`: no whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Facts {
  readonly caller: Caller
  readonly userAgent: string | undefined
  /** The status that the client saw; 0 for none. */
  readonly status: number
  readonly failure: Failure | undefined
  /** The author of the test announced this error with `expect`, so no rule counts it as a mistake of the client. */
  readonly isExpected: boolean
}

export function readFacts(exchange: Exchange, caller: Caller, userAgent: string | undefined): Facts {
  const status = statusOf(exchange)
  const failure = failureOf(exchange, status)
  const isExpected = status >= 400 && exchange.testCase?.expect?.includes(status) === true
  return { caller, userAgent, status, failure, isExpected }
}

/** The status is 0 when no part of the reply was sent, because the client saw nothing. */
const statusOf = ({ reply, delivered }: Exchange) => (reply === undefined || delivered === 'none' ? 0 : reply.status)

function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && faultFor(fault).isLoss) return 'fault'
  if (status === 0 || (delivered !== 'whole' && replied === undefined)) return 'fault'
  if (status < 400) return delivered === 'whole' ? undefined : 'fault'
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

/** The side that ended the exchange before the whole reply was sent. */
export const endedBy = ({ fault, delivered }: Exchange): 'client' | 'sandbox' | undefined => {
  if (delivered === 'whole') return undefined
  return fault !== undefined ? faultFor(fault).endedBy : 'client'
}

/** Milliseconds between two moments: the longer of real and world time, so that a test may move the clock of the world. */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** The value of a header of the request; undefined without it. */
export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1]
  }
  return undefined
}

/** The value of a header of the reply. Upper and lower case make no difference. */
export function replyHeaderOf({ reply }: Exchange, wanted: string): string | undefined {
  if (reply === undefined) return undefined
  for (const name in reply.headers) if (name.length === wanted.length && name.toLowerCase() === wanted) return reply.headers[name]
  return undefined
}

/** A key of method, path and query. nameCall() adds the body. */
export const callOf = ({ request: { method, path, query } }: Exchange) => keyOf(`${method} ${path}?${query}`)

const MAX_KEY = 300

/** A key for a map. A long text becomes its hash, so that keys are short. */
export const keyOf = (text: string) => (text.length <= MAX_KEY ? text : createHash('sha256').update(text).digest('base64'))

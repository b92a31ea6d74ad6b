// What the judge reads off an exchange, once for all rules: who called, whether the call failed and how, and whether its
// author wanted that.

import { createHash } from 'node:crypto'
import type { Exchange, Moment } from '../record/exchange.ts'
import { faultKinds } from '../record/fault-kinds.ts'
import type { Caller } from './callers.ts'

/** How a call failed: `refused` by a 4xx, `limited` by 429, `unavailable` by 503, `server` by any other 5xx, `fault` without a whole reply. */
export type Failure = 'refused' | 'limited' | 'unavailable' | 'server' | 'fault'

export interface Facts {
  readonly caller: Caller
  readonly userAgent: string | undefined
  /** The status that the client saw; 0 for none. */
  readonly status: number
  readonly failure: Failure | undefined
  /** The author of the test announced this error, so it is never held against the client. */
  readonly isExpected: boolean
}

export function readFacts(exchange: Exchange, caller: Caller, userAgent: string | undefined): Facts {
  const status = statusOf(exchange)
  const failure = failureOf(exchange, status)
  const isExpected = status >= 400 && exchange.testCase?.expect?.includes(status) === true
  return { caller, userAgent, status, failure, isExpected }
}

/** A reply that never began to go out was not seen. */
const statusOf = ({ reply, delivered }: Exchange) => (reply === undefined || delivered === 'none' ? 0 : reply.status)

function failureOf({ fault, delivered, answeredBy, replied }: Exchange, status: number): Failure | undefined {
  // A client that left in the middle of its request was not failed by anybody.
  if (answeredBy === 'gone') return undefined
  if (fault !== undefined && faultKinds[fault].isLoss) return 'fault'
  if (status === 0 || (delivered !== 'whole' && replied === undefined)) return 'fault'
  if (status < 400) return delivered === 'whole' ? undefined : 'fault'
  if (status === 429) return 'limited'
  if (status === 503) return 'unavailable'
  return status >= 500 || status === 408 ? 'server' : 'refused'
}

/** Who ended an exchange without a whole reply. */
export const endedBy = ({ fault, delivered }: Exchange): 'client' | 'sandbox' | undefined => {
  if (delivered === 'whole') return undefined
  return fault !== undefined ? faultKinds[fault].endedBy : 'client'
}

/** Milliseconds between two moments: the longer of real and world time, so that a test that moves the clock is never held against a client. */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** The value of a header of the request; undefined without it. */
export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1]
  }
  return undefined
}

/** The value of a header of the reply, whatever the letters of its name. */
export function replyHeaderOf({ reply }: Exchange, wanted: string): string | undefined {
  if (reply === undefined) return undefined
  for (const name in reply.headers) if (name.length === wanted.length && name.toLowerCase() === wanted) return reply.headers[name]
  return undefined
}

/** Method, path and query: what the same call has again. The body comes on top. */
export const callOf = ({ request: { method, path, query } }: Exchange) => keyOf(`${method} ${path}?${query}`)

const MAX_KEY = 300

/** A text by which something is found again. A long one is kept as its hash, so that what is kept is bounded in bytes. */
export const keyOf = (text: string) => (text.length <= MAX_KEY ? text : createHash('sha256').update(text).digest('base64'))

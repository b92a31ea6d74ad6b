// The shape of a fault: one way to break a connection or a reply. Each fault is one file, as toxics are in Toxiproxy.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body, Exchange } from '../exchange/exchange.ts'
import type { Rendered } from '../exchange/rendered.ts'

/** The call that a fault breaks. */
export interface BrokenCall {
  readonly exchange: Exchange
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Notes another reply, or another body, than the one that would have been sent. */
  readonly record: (reply: Rendered, body: Body) => void
  /**
   * Writes pieces of the body as fast as the client takes them, and notes how many bytes were sent. Resolves with their hash, or
   * with undefined when the client left before the end.
   */
  readonly write: (pieces: Iterable<string | Buffer>) => Promise<string | undefined>
}

export interface FaultSettings {
  /** Seconds between two bytes. */
  readonly gap: number
  /** The fraction of the body, from 0 to 1, after which the body ends. */
  readonly at: number
}

export interface Fault {
  /** What the client sees. */
  readonly sees: string
  /** What the fault breaks: the arriving request, the whole reply, or the body of the reply. */
  readonly breaks: 'request' | 'reply' | 'body'
  /** Whether the client gets no reply that it can read. */
  readonly isLoss: boolean
  /** Who ends an exchange that was not delivered completely. */
  readonly endedBy: 'sandbox' | 'client'
  /** The setting that the fault takes. */
  readonly takes?: keyof FaultSettings
  /** Plays the fault with the reply that would have been sent. */
  play(call: BrokenCall, reply: Rendered, settings: FaultSettings): void | Promise<void>
}

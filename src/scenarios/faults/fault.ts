// The shape of a fault: one way to break a connection or a reply.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SentReply } from '../../ground/generated/control.ts'
import type { OpenExchange } from '../../record/exchange.ts'

export interface BrokenCall {
  readonly exchange: OpenExchange
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Notes another reply than the one that would have been sent. */
  readonly record: (reply: SentReply) => void
  /** Writes a part of the body. Resolves when the client has taken it, or is gone. */
  readonly write: (bytes: Buffer) => Promise<void>
}

/** The reply that would have been sent. */
export interface WholeReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface FaultSettings {
  /** Seconds between two bytes. */
  readonly gap: number
  /** The fraction of the body, from 0 to 1, after which the body ends. */
  readonly at: number
}

export interface Fault {
  readonly sees: string
  /** What the fault breaks: the arriving request, the whole reply, or the body of the reply. */
  readonly breaks: 'request' | 'reply' | 'body'
  /** Set when the client still gets a reply that it can read. */
  readonly isReadable?: true
  /** Set when the sandbox ends the connection. With other faults the connection stays open. */
  readonly endsConnection?: true
  readonly takes?: keyof FaultSettings
  play(call: BrokenCall, reply: WholeReply, settings: FaultSettings): void | Promise<void>
}

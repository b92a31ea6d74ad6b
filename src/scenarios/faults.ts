// The faults that a step can name, as the toxics of Toxiproxy. Each is one way to break a connection or a reply.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SentReply } from '../ground/generated/control.ts'
import { hangUp, resetConnection, untilGone, wait } from '../ground/sockets/end-connection.ts'
import type { OpenExchange } from '../record/exchange.ts'
import { recordBody } from '../record/record-body.ts'

interface BrokenCall {
  readonly exchange: OpenExchange
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Notes another reply than the one that would have been sent. */
  readonly record: (reply: SentReply) => void
  /** Writes a part of the body. Resolves when the client has taken it, or is gone. */
  readonly write: (bytes: Buffer) => Promise<void>
}

/** The reply that would have been sent. */
interface WholeReply {
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
  /**
   * `request`: nobody reads the body of the request. `reply`: the record has no reply, unless `play` notes one. `body`: the record has the
   * reply, and a reply without a body is sent whole.
   */
  readonly breaks: 'request' | 'reply' | 'body'
  /** The client still gets a reply that it can read. */
  readonly isReadable?: true
  /** The sandbox ends the connection. Other faults leave it open. */
  readonly endsConnection?: true
  readonly takes?: keyof FaultSettings
  play(call: BrokenCall, reply: WholeReply, settings: FaultSettings): void | Promise<void>
}

const reset: Fault = {
  sees: 'a TCP RST in place of the reply',
  breaks: 'reply',
  endsConnection: true,
  play: ({ request }) => resetConnection(request.socket),
}

export const faults: Readonly<Record<string, Fault>> = {
  reset,
  closed: {
    sees: 'a TCP FIN in place of the reply',
    breaks: 'reply',
    endsConnection: true,
    play: ({ request }) => hangUp(request),
  },
  'half-request': {
    ...reset,
    sees: 'a TCP RST while it is still sending the body of its request; it takes no `commit`',
    breaks: 'request',
  },
  hang: {
    sees: 'nothing, on a connection that stays open',
    breaks: 'reply',
    play: ({ request }) => untilGone(request.socket),
  },
  truncated: {
    sees: 'headers and a part of the body, then a TCP FIN',
    breaks: 'body',
    endsConnection: true,
    takes: 'at',
    async play(call, { headers, ...reply }, settings) {
      await sendPart(call, { ...reply, headers: { ...headers, Connection: 'close' } }, settings)
      hangUp(call.request)
    },
  },
  stall: {
    sees: 'headers and a part of the body, then nothing, on a connection that stays open',
    breaks: 'body',
    takes: 'at',
    async play(call, reply, settings) {
      await sendPart(call, reply, settings)
      await untilGone(call.request.socket)
    },
  },
  malformed: {
    sees: 'JSON without its last character',
    breaks: 'body',
    play: (call, reply) => sendInstead(call, reply, reply.body.length - 1),
  },
  'empty-body': {
    sees: 'a reply without a body',
    breaks: 'body',
    play: (call, reply) => sendInstead(call, reply, 0),
  },
  trickle: {
    sees: 'the headers at once and the body byte by byte',
    breaks: 'body',
    isReadable: true,
    takes: 'gap',
    play: sendSlowly,
  },
}

/** The format of scenarios has checked the name. */
export const faultFor = (name: string): Fault => faults[name] as Fault

/** Announces the whole length, and sends a part of the body. At least one byte is left out. */
async function sendPart({ response, write }: BrokenCall, reply: WholeReply, { at }: FaultSettings): Promise<void> {
  const { status, headers, body } = reply
  response.writeHead(status, headers)
  response.flushHeaders()
  await write(body.subarray(0, Math.min(Math.floor(body.length * at), body.length - 1)))
}

/** Sends a whole reply with the first bytes of the real body. */
async function sendInstead({ response, write, record }: BrokenCall, { status, ...reply }: WholeReply, bytes: number): Promise<void> {
  const headers = { ...reply.headers, 'Content-Length': String(bytes) }
  const body = reply.body.subarray(0, bytes)
  record({ status, headers, body: recordBody(body) })
  response.writeHead(status, headers)
  await write(body)
  response.end()
}

async function sendSlowly({ exchange, request, response }: BrokenCall, reply: WholeReply, { gap }: FaultSettings): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  exchange.delivered = 'part'
  for (const byte of reply.body) {
    await wait(gap, request.socket)
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    exchange.deliveredBytes += 1
  }
  response.end()
}

// The faults that a step of a scenario can name, and the three ways to send less than the whole reply.

import { BOUNDS } from '../exchange/bounds.ts'
import { recordBeginning } from '../exchange/record-body.ts'
import { bytesOf, firstBytesOf, type Rendered } from '../exchange/rendered.ts'
import { hangUp, resetConnection, untilGone, wait } from '../sockets/end-connection.ts'
import type { BrokenCall, Fault, FaultSettings } from './fault.ts'

const reset: Fault = {
  sees: 'a TCP RST in place of the reply',
  breaks: 'reply',
  isLoss: true,
  endedBy: 'sandbox',
  play: ({ request }) => resetConnection(request.socket),
}

export const faults: Readonly<Record<string, Fault>> = {
  reset,
  closed: {
    sees: 'a TCP FIN in place of the reply',
    breaks: 'reply',
    isLoss: true,
    endedBy: 'sandbox',
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
    isLoss: true,
    endedBy: 'client',
    play: ({ request }) => untilGone(request.socket),
  },
  truncated: {
    sees: 'headers and a part of the body, then a TCP FIN',
    breaks: 'body',
    isLoss: true,
    endedBy: 'sandbox',
    takes: 'at',
    async play(call, { headers, ...reply }, settings) {
      await sendPart(call, { ...reply, headers: { ...headers, Connection: 'close' } }, settings)
      hangUp(call.request)
    },
  },
  stall: {
    sees: 'headers and a part of the body, then nothing, on a connection that stays open',
    breaks: 'body',
    isLoss: true,
    endedBy: 'client',
    takes: 'at',
    async play(call, reply, settings) {
      await sendPart(call, reply, settings)
      await untilGone(call.request.socket)
    },
  },
  malformed: {
    sees: 'JSON without its last character',
    breaks: 'body',
    isLoss: true,
    endedBy: 'client',
    play: (call, reply) => sendInstead(call, reply, reply.bytes - 1),
  },
  'empty-body': {
    sees: 'a reply without a body',
    breaks: 'body',
    isLoss: true,
    endedBy: 'client',
    play: (call, reply) => sendInstead(call, reply, 0),
  },
  trickle: {
    sees: 'the headers at once and the body byte by byte',
    breaks: 'body',
    isLoss: false,
    endedBy: 'client',
    takes: 'gap',
    play: sendSlowly,
  },
}

/** The fault of a name that the format of scenarios has checked. */
export const faultFor = (name: string): Fault => faults[name] as Fault

/** The faults that have this setting. */
export const faultsThatTake = (setting: NonNullable<Fault['takes']>) =>
  Object.entries(faults).flatMap(([name, { takes }]) => (takes === setting ? [name] : []))

/** Announces the whole length, and sends the headers and the beginning of the body. At least one byte is left out. */
async function sendPart({ response, write }: BrokenCall, reply: Rendered, { at }: FaultSettings): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  await write(firstBytesOf(reply, Math.max(0, Math.min(Math.floor(reply.bytes * at), reply.bytes - 1))))
}

/** Sends a whole reply. Its body has only the first bytes of the real body. */
async function sendInstead({ response, write, record }: BrokenCall, reply: Rendered, bytes: number): Promise<void> {
  const sent = { ...reply, headers: { ...reply.headers, 'Content-Length': String(bytes) } }
  const body = recordBeginning(firstBytesOf(reply, bytes), bytes)
  record(sent, body)
  response.writeHead(sent.status, sent.headers)
  const sha256 = await write(firstBytesOf(reply, bytes))
  if (sha256 === undefined) return
  if (bytes > BOUNDS.recordedBytes) record(sent, { ...body, sha256 })
  response.end()
}

async function sendSlowly({ exchange, request, response }: BrokenCall, reply: Rendered, { gap }: FaultSettings): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  exchange.delivered = 'part'
  for (const piece of bytesOf(reply)) {
    for (const byte of piece) {
      await wait(gap, request.socket)
      if (response.destroyed) return
      response.write(Buffer.of(byte))
      exchange.deliveredBytes += 1
    }
  }
  response.end()
}

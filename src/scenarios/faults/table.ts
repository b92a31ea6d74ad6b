// The faults that a step of a scenario can name, as the toxics of Toxiproxy. Each fault is one entry of this table.

import { hangUp, resetConnection, untilGone } from '../../ground/sockets/end-connection.ts'
import type { Fault } from './fault.ts'
import { sendInstead, sendPart, sendSlowly } from './send-body.ts'

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

/** The fault of a name that the format of scenarios has checked. */
export const faultFor = (name: string): Fault => faults[name] as Fault

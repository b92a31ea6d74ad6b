// Announces the whole length, sends a part of the body, and holds the connection until the client gives up.

import { untilGone } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'
import { sendPart } from './send-body.ts'

export const stall: Fault = {
  sees: 'headers and a part of the body, then nothing, on a connection that stays open',
  breaks: 'body',
  takes: 'at',
  async play(call, reply, settings) {
    await sendPart(call, reply, settings)
    await untilGone(call.request.socket)
  },
}

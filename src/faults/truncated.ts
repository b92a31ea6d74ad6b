// Announces the whole length, sends a part of the body, and closes the connection.

import { hangUp } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'
import { sendPart } from './send-body.ts'

export const truncated: Fault = {
  sees: 'headers and a part of the body, then a TCP FIN',
  breaks: 'body',
  endsConnection: true,
  takes: 'at',
  async play(call, { headers, ...reply }, settings) {
    await sendPart(call, { ...reply, headers: { ...headers, Connection: 'close' } }, settings)
    hangUp(call.request)
  },
}

// Sends a whole reply without a body.

import type { Fault } from './fault.ts'
import { sendInstead } from './send-body.ts'

export const emptyBody: Fault = {
  sees: 'a reply without a body',
  breaks: 'body',
  play: (call, reply) => sendInstead(call, reply, 0),
}

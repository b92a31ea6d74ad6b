// Sends a whole reply, but the last byte of its JSON is missing.

import type { Fault } from './fault.ts'
import { sendInstead } from './send-body.ts'

export const malformed: Fault = {
  sees: 'JSON without its last character',
  breaks: 'body',
  play: (call, reply) => sendInstead(call, reply, reply.body.length - 1),
}

// Sends a TCP RST before the body of the request has arrived.

import type { Fault } from './fault.ts'
import { reset } from './reset.ts'

export const halfRequest: Fault = {
  ...reset,
  sees: 'a TCP RST while it is still sending the body of its request; it takes no `commit`',
  breaks: 'request',
}

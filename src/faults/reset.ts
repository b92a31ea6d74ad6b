// Sends a TCP RST: the client sees ECONNRESET.

import { resetConnection } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'

export const reset: Fault = {
  sees: 'a TCP RST in place of the reply',
  breaks: 'reply',
  endsConnection: true,
  play: ({ request }) => resetConnection(request.socket),
}

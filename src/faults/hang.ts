// Holds the connection until the client gives up, or the sandbox ends.

import { untilGone } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'

export const hang: Fault = {
  sees: 'nothing, on a connection that stays open',
  breaks: 'reply',
  play: ({ request }) => untilGone(request.socket),
}

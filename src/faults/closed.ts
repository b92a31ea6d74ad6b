// Sends a TCP FIN instead of a reply: the client sees the end of the connection.

import { hangUp } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'

export const closed: Fault = {
  sees: 'a TCP FIN in place of the reply',
  breaks: 'reply',
  endsConnection: true,
  play: ({ request }) => hangUp(request),
}

// Sends the headers at once, and the body byte by byte.

import { wait } from '../sockets/end-connection.ts'
import type { Fault } from './fault.ts'

export const trickle: Fault = {
  sees: 'the headers at once and the body byte by byte',
  breaks: 'body',
  isReadable: true,
  takes: 'gap',
  async play({ exchange, request, response }, reply, { gap }) {
    response.writeHead(reply.status, reply.headers)
    response.flushHeaders()
    exchange.delivered = 'part'
    for (const byte of reply.body) {
      await wait(gap, request.socket)
      if (response.destroyed) return
      response.write(Buffer.of(byte))
      exchange.deliveredBytes += 1
    }
    response.end()
  },
}

// Calls of the control API that wait for requests. Each of them looks at every request, so their number must be bounded.

import type { Attack } from './attack.ts'
import { connectAll, flood, requestOf } from './sockets.ts'

const BODY = JSON.stringify({ name: 'x'.repeat(60 * 1024) })

export const waiting: Attack = {
  summary: '1,000 connections wait for a text that never comes, while 8 others send refused bodies of 60 KB',
  run: async (origin) => {
    const sockets = await connectAll(origin, 1000)
    let refused = 0
    for (const socket of sockets) {
      socket.on('data', (chunk) => (refused += Number(String(chunk).startsWith('HTTP/1.1 503'))))
      socket.write(requestOf('GET', '/_sandbox/requests?wait=60&text=never', 'waiting'))
    }
    const result = await flood(origin, 8, requestOf('POST', '/v1/pets', 'waiting', BODY))
    for (const socket of sockets) socket.destroy()
    return `${refused} of 1,000 waits were refused; ${result}`
  },
}

// Refuses a key that is banned, for sending on while it was told to wait.

import type { Exchange } from '../exchange.ts'
import { Problem } from '../problem.ts'

export function ban() {
  return function ban({ count }: Exchange): undefined {
    if (count?.verdict !== 'banned') return
    throw new Problem('key_banned', `This key is banned for sending on before Retry-After was over: wait ${count.retryAfter} seconds`, {
      headers: { 'Retry-After': String(count.retryAfter), 'Cache-Control': 'no-store' },
      assumed: ['ban', 'limited-body'],
    })
  }
}

// Writes the three rate-limit headers and Date (RFC 9110 §6.6.1), which show the same moment: Retry-After counts from it.

import type { OpenExchange } from '../../exchange/exchange.ts'
import type { Draft } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'

/** With the choice `successful` of `limit-scope`, a request whose reply is an error does not count. */
export function giveCountBack({ exchange, session, choices }: RequestContext, { status }: Draft): void {
  const { caller, count } = exchange
  if (choices['limit-scope'] !== 'successful' || status < 400 || count.verdict !== 'served' || caller.plan === undefined) return
  exchange.count = session.limits.giveBack(caller.plan, choices)
}

export function limitHeaders({ exchange }: { exchange: Pick<OpenExchange, 'count' | 'shown'> }, { headers }: Pick<Draft, 'headers'>): void {
  const { count, shown = count } = exchange
  headers['X-RateLimit-Limit'] = String(shown.limit)
  headers['X-RateLimit-Remaining'] = String(shown.remaining)
  headers['X-RateLimit-Reset'] = String(shown.reset)
  headers.Date = renderDate(count.at.world)
}

let lastSecond = Number.NaN
let lastDate = ''

/** Most replies come in the same second as the reply before, and a date takes as long as the three other headers. */
function renderDate(time: number): string {
  const second = Math.floor(time / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastDate = new Date(time).toUTCString()
  }
  return lastDate
}

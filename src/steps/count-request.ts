// Counts the request against the limits of its key, or, without a valid one, for show by address.

import type { Exchange } from '../exchange.ts'

export function countRequest() {
  return function countRequest(exchange: Exchange): void {
    const { limits } = exchange.world.session
    const { plan } = exchange.caller
    exchange.count = plan === undefined ? limits.countAddress(exchange.socket.address) : limits.count(plan)
  }
}

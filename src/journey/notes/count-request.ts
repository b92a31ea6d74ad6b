// Counts the request against the limits of its key, or, without a valid one, for show by address.

import type { Exchange } from '../../exchange.ts'

export function countRequest() {
  return function countRequest(exchange: Exchange): void {
    const { limits } = exchange.session
    const { arrived, caller, socket } = exchange
    exchange.count = caller.plan === undefined ? limits.countAddress(socket.address) : limits.count(caller.plan, arrived)
  }
}

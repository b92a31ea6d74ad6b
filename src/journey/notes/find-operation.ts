// Finds the operation that method and path name, or which methods the path would allow.

import type { Contract } from '../../contract/contract.ts'
import type { Exchange } from '../../exchange.ts'

export function findOperation({ contract }: { contract: Contract }) {
  return function findOperation(exchange: Exchange): void {
    const { method, path } = exchange.request
    const found = contract.find(method, path)
    if (found === undefined) return
    if ('allow' in found) {
      exchange.allow = found.allow
      return
    }
    exchange.operation = found.operation
    exchange.pathParameters = found.parameters
  }
}

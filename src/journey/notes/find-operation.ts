// Finds the operation of a method and a path, or the methods that the path allows.

import type { Contract } from '../../contract/contract.ts'
import type { RequestContext } from '../context.ts'

export function findOperation({ contract }: { contract: Contract }) {
  return function findOperation(context: RequestContext): void {
    const found = contract.find(context.exchange.request.method, context.path)
    if (found === undefined) return
    if ('allow' in found) {
      context.allow = found.allow
      return
    }
    context.operation = found.operation
    context.exchange.operation = found.operation.id
    context.pathParameters = found.parameters
  }
}

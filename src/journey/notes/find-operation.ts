// Records what the router has found: an operation, or the methods that the path allows.

import type { RequestContext } from '../context.ts'

export function findOperation() {
  return function findOperation(context: RequestContext): void {
    const { found } = context
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

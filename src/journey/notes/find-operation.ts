// Records the operation that the router has found for the method and the path.

import type { RequestContext } from '../context.ts'

export function findOperation({ operation, exchange }: RequestContext): void {
  if (operation) exchange.operation = operation.id
}

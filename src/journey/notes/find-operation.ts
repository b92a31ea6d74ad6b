// Finds the operation of a method and a path, or the methods that the path allows.

import type { Contract } from '../../contract/contract.ts'
import type { Visit } from '../visit.ts'

export function findOperation({ contract }: { contract: Contract }) {
  return function findOperation(visit: Visit): void {
    const { method, path } = visit.exchange.request
    const found = contract.find(method, path)
    if (found === undefined) return
    if ('allow' in found) {
      visit.allow = found.allow
      return
    }
    visit.operation = found.operation
    visit.exchange.operation = found.operation.id
    visit.pathParameters = found.parameters
  }
}

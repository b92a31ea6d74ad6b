// Measures which documented responses the client has met. For each missing response it names a call, a header or a scenario that
// causes the response.

import type { Operation } from '../../contract/operations.ts'
import type { Coverage, OperationCoverage, ResponseCoverage } from '../../ground/generated/report.ts'
import { sumCalls, type Tally } from './tally.ts'

/** Names a call, a header or a scenario that causes a response. @internal */
export type ReachWith = (operation: Operation, status: string) => string

/** @internal */
export function measureCoverage(operations: readonly Operation[], tallies: readonly Tally[], reachWith: ReachWith): Coverage {
  const covered = operations.map((operation) => coverOperation(operation, tallies, reachWith))
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const share = (reached: number) => (counting.length === 0 ? 100 : Math.round((reached / counting.length) * 1000) / 10)
  return {
    percent: share(counting.filter(({ met }) => met > 0).length),
    natural: share(counting.filter(({ natural }) => natural > 0).length),
    operations: covered,
  }
}

function coverOperation(operation: Operation, tallies: readonly Tally[], reachWith: ReachWith): OperationCoverage {
  const deprecated = operation.deprecation !== undefined
  const own = tallies.filter((tally) => tally.operation === operation.id)
  // The response `default` stands for all others, so nobody has to meet it.
  const documented = [...operation.responses].filter(([status]) => status !== 'default')
  const responses = documented.map(([status, response]): ResponseCoverage => {
    const alike = own.filter((tally) => operation.respondsWith(tally.status) === response)
    const met = sumCalls(alike)
    const natural = sumCalls(alike, ({ isNatural }) => isNatural)
    const optional = deprecated || response.isAssumed
    return { status, met, natural, optional, ...(met === 0 && { reachWith: reachWith(operation, status) }) }
  })
  return { operationId: operation.id, deprecated, responses }
}

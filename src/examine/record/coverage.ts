// Measures which documented responses the client has met. For each missing response it names a call, a header or a scenario that
// causes the response.

import type { Operation } from '../../contract/operations.ts'
import type { Coverage, OperationCoverage, ResponseCoverage } from '../../ground/generated/report.ts'
import type { Tally } from './programs.ts'

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
  const own = tallies.filter((tally) => tally.operation === operation.id).flatMap(({ met }) => [...met])
  const responses: ResponseCoverage[] = []
  for (const [status, response] of operation.responses) {
    // The response `default` stands for all others, so nobody has to meet it.
    if (status === 'default') continue
    const counts = own.filter(([met]) => operation.respondsWith(met) === response).map(([, one]) => one)
    const met = counts.reduce((sum, one) => sum + one.met, 0)
    const natural = counts.reduce((sum, one) => sum + one.natural, 0)
    const optional = deprecated || response.isAssumed
    responses.push({ status, met, natural, optional, ...(met === 0 && { reachWith: reachWith(operation, status) }) })
  }
  return { operationId: operation.id, deprecated, responses }
}

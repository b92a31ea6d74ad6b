// What the report counts: the documented responses that the clients have met, and the items that they have created.

import type { Operation } from '../../contract/operations.ts'
import type { Balance, Coverage, OperationCoverage, ResponseCoverage } from '../../ground/generated/report.ts'
import { sumCalls, type Tally } from './fact.ts'
import { findCreated, type Surroundings, type WorldFacts } from './world-facts.ts'

/** Names a call, a header or a scenario that causes a response. */
export type ReachWith = (operation: Operation, status: string) => string

export function measureCoverage(operations: readonly Operation[], tallies: readonly Tally[], reachWith: ReachWith): Coverage {
  const covered = operations.map((operation) => coverOperation(operation, tallies, reachWith))
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const reached = counting.filter(({ met }) => met > 0).length
  const percent = counting.length === 0 ? 100 : Math.round((reached / counting.length) * 1000) / 10
  return { percent, operations: covered }
}

function coverOperation(operation: Operation, tallies: readonly Tally[], reachWith: ReachWith): OperationCoverage {
  const deprecated = operation.deprecation !== undefined
  const own = tallies.filter((tally) => tally.operation === operation.id)
  // The response `default` stands for all others, so nobody has to meet it.
  const documented = [...operation.responses].filter(([status]) => status !== 'default')
  const responses = documented.map(([status, response]): ResponseCoverage => {
    const met = sumCalls(own, (tally) => operation.respondsWith(tally.status) === response)
    const optional = deprecated || response.isAssumed
    return { status, met, optional, ...(met === 0 && { reachWith: reachWith(operation, status) }) }
  })
  return { operationId: operation.id, deprecated, responses }
}

/** How many created items the clients were told of, and how many not. */
export const takeBalance = (worlds: readonly WorldFacts[], operations: Surroundings['operations']): Balance[] =>
  worlds
    .flatMap(({ name: world, tallies }) =>
      [...operations.keys()].flatMap((id) => {
        const items = findCreated(id, operations)
        const sum = (how: Tally['done']) => sumCalls(tallies, ({ operation, done }) => operation === id && done === how)
        return items === undefined ? [] : { items, world, told: sum('told'), untold: sum('untold') }
      }),
    )
    .filter(({ told, untold }) => told + untold > 0)

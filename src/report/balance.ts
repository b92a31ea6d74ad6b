// The balance compares what the clients were told about the items that they created with what exists. The clearest proof of a blind
// retry is an item that the client was never told about, and an equal item beside it.

import type { Surroundings } from './contract-facts.ts'
import { type Fact, pathOf } from './fact.ts'
import type { Balance } from './report.ts'

const MAX_ROWS = 100

export function takeBalance(facts: readonly Fact[], operations: Surroundings['operations']): Balance[] {
  const creations = facts.filter(({ operation }) => operations.get(operation)?.list !== undefined)
  const groups = Map.groupBy(creations, (fact) => [fact.world, pathOf(fact), fact.testCase?.name].join('\n'))
  return [...groups.values()]
    .map(countGroup)
    .filter(({ told, untold, gone }) => told + untold + gone > 0)
    .slice(0, MAX_ROWS)
}

function countGroup(group: readonly Fact[]): Balance {
  const [first] = group as [Fact]
  const untold = group.filter(({ carriedOut, failure }) => carriedOut && failure !== undefined)
  const made = group.filter(({ carriedOut }) => carriedOut)
  const isTwin = (fact: Fact) =>
    untold.some((lost) => lost.number < fact.number && lost.body === fact.body && lost.testCase?.id === fact.testCase?.id)
  return {
    items: pathOf(first).slice(pathOf(first).lastIndexOf('/') + 1),
    world: first.world,
    ...(first.testCase && { case: first.testCase.name }),
    told: made.length - untold.length,
    untold: untold.length,
    duplicates: made.filter(isTwin).length,
    gone: group.filter(({ carriedOut, failure, status }) => !carriedOut && failure === undefined && status > 0).length,
  }
}

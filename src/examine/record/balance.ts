// The balance compares what the clients were told about the items that they created with what exists. The clearest proof of a blind
// retry is an item that the client was never told about, and an equal item beside it.

import type { Balance } from '../../ground/generated/report.ts'
import type { Surroundings } from './contract-facts.ts'
import { sumCalls } from './tally.ts'
import type { WorldFacts } from './world-facts.ts'

const MAX_ROWS = 100

/** @internal */
export const takeBalance = (worlds: readonly WorldFacts[], operations: Surroundings['operations']): Balance[] =>
  worlds
    .flatMap((world) =>
      [...operations.values()].flatMap(({ id, creates }) => (creates === undefined ? [] : countItems(world, id, creates))),
    )
    .filter(({ told, untold }) => told + untold > 0)
    .slice(0, MAX_ROWS)

function countItems({ name: world, facts, tallies }: WorldFacts, operation: string, items: string): Balance {
  const counted = tallies.filter((tally) => tally.operation === operation)
  const own = facts.filter((fact) => fact.operation === operation)
  const lost = own.filter(({ carriedOut, failure }) => carriedOut && failure !== undefined)
  // A reset ends the session, and removes the item that was never told. An equal item of another test is no duplicate.
  const twins = own.filter(
    ({ carriedOut, number, session, body, path, testCase }) =>
      carriedOut &&
      lost.some(
        (one) =>
          one.number < number && one.session === session && one.body === body && one.path === path && one.testCase?.name === testCase?.name,
      ),
  )
  return {
    ...{ items, world },
    told: sumCalls(counted, ({ done }) => done === 'told'),
    untold: sumCalls(counted, ({ done }) => done === 'untold'),
    duplicates: twins.length,
  }
}

// The balance compares what the clients were told about the items that they created with what exists. The clearest proof of a blind
// retry is an item that the client was never told about, and an equal item beside it.

import type { Balance } from '../../ground/generated/report.ts'
import { type Fact, sumCalls } from './fact.ts'
import type { Surroundings, WorldFacts } from './world-facts.ts'

/** @internal */
export const takeBalance = (worlds: readonly WorldFacts[], operations: Surroundings['operations']): Balance[] =>
  worlds
    .flatMap((world) => [...operations.keys()].flatMap((id) => countItems(world, id, findCreated(id, operations))))
    .filter(({ told, untold }) => told + untold > 0)

/** The name of the items that an operation creates, for example `pets`. Undefined if it creates nothing that a list has. */
export function findCreated(id: string | undefined, operations: Surroundings['operations']): string | undefined {
  const { method, path = '' } = operations.get(id) ?? {}
  const hasList = method === 'POST' && [...operations.values()].some((one) => one.method === 'GET' && one.path === path)
  return hasList ? path.slice(path.lastIndexOf('/') + 1) : undefined
}

function countItems({ name: world, facts, tallies }: WorldFacts, operation: string | undefined, items?: string): Balance | [] {
  if (items === undefined) return []
  const counted = tallies.filter((tally) => tally.operation === operation)
  const created = facts.filter((fact) => fact.operation === operation && fact.carriedOut)
  const twins = [...Map.groupBy(created, nameItem).values()].flatMap((equal) =>
    equal.filter(({ number }) => equal.some((one) => one.failure !== undefined && one.number < number)),
  )
  return {
    ...{ items, world },
    told: sumCalls(counted, ({ done }) => done === 'told'),
    untold: sumCalls(counted, ({ done }) => done === 'untold'),
    duplicates: twins.length,
  }
}

/** A reset ends the session, and removes the item that the client does not know. An equal item of another test is no duplicate. */
const nameItem = ({ session, path, body, testCase }: Fact) => [session, path, body, testCase?.name].join('\n')

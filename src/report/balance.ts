// The balance compares what the clients were told about the items that they created with what exists. The clearest proof of a blind
// retry is an item that the client was never told about, and an equal item beside it.

import type { Surroundings } from './contract-facts.ts'
import { type Fact, pathOf } from './fact.ts'
import type { Balance } from './report.ts'
import type { WorldFacts } from './world-facts.ts'

const MAX_ROWS = 100

export const takeBalance = (worlds: readonly WorldFacts[], operations: Surroundings['operations']): Balance[] =>
  worlds
    .flatMap(({ name, facts, created }) => {
      const creations = facts.filter(({ operation }) => operations.get(operation)?.list !== undefined)
      const groups = Map.groupBy(creations, (fact) => nameItems(pathOf(fact), fact.testCase))
      const items = new Set([...groups.keys(), ...created.keys()])
      return [...items].map((item) => countItems(name, item, groups.get(item) ?? [], created.get(item) ?? 0))
    })
    .filter(({ told, untold, gone }) => told + untold + gone > 0)
    .slice(0, MAX_ROWS)

/** The items that one test creates under one path. */
export const nameItems = (path: string, testCase: { readonly name: string } | undefined) =>
  testCase === undefined ? path : `${path}\n${testCase.name}`

/** `ordinary` creations left no fact: they were told, before any reply was lost. */
function countItems(world: string, item: string, group: readonly Fact[], ordinary: number): Balance {
  const [path = '', ...name] = item.split('\n')
  const made = group.filter(({ carriedOut }) => carriedOut)
  const untold = made.filter(({ failure }) => failure !== undefined)
  const isTwin = (fact: Fact) =>
    untold.some((lost) => lost.number < fact.number && lost.body === fact.body && lost.testCase?.id === fact.testCase?.id)
  return {
    items: path.slice(path.lastIndexOf('/') + 1),
    world,
    ...(name.length > 0 && { case: name.join('\n') }),
    told: made.length - untold.length + ordinary,
    untold: untold.length,
    duplicates: made.filter(isTwin).length,
    gone: group.filter(({ carriedOut, failure, status }) => !carriedOut && failure === undefined && status > 0).length,
  }
}

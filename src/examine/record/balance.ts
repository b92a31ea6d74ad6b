// The balance compares what the clients were told about the items that they created with what exists. The clearest proof of a blind
// retry is an item that the client was never told about, and an equal item beside it.

import type { Balance } from '../../ground/generated/report.ts'
import type { Surroundings } from './contract-facts.ts'
import type { Fact } from './fact.ts'

const MAX_ROWS = 100

interface World {
  readonly name: string
  /** Creations that left no fact, by path and test. */
  readonly created: ReadonlyMap<string, number>
}

/** @internal */
export function takeBalance(worlds: readonly World[], facts: readonly Fact[], operations: Surroundings['operations']): Balance[] {
  const creations = facts.filter(({ operation }) => operations.get(operation)?.list !== undefined)
  const byWorld = Map.groupBy(creations, ({ world }) => world)
  const rows = worlds.flatMap(({ name, created }) => {
    const groups = Map.groupBy(byWorld.get(name) ?? [], ({ path, testCase }) => nameItems(path, testCase))
    const items = new Set([...groups.keys(), ...created.keys()])
    return [...items].map((item) => countItems(name, item, groups.get(item) ?? [], created.get(item) ?? 0))
  })
  return rows.filter(({ told, untold, gone }) => told + untold + gone > 0).slice(0, MAX_ROWS)
}

/** The items that one test creates under one path. @internal */
export const nameItems = (path: string, testCase: { readonly name: string } | undefined) =>
  testCase === undefined ? path : `${path}\n${testCase.name}`

/** `ordinary` counts successful creations that left no fact. */
function countItems(world: string, item: string, group: readonly Fact[], ordinary: number): Balance {
  const [path = '', ...name] = item.split('\n')
  const made = group.filter(({ carriedOut }) => carriedOut)
  const untold = made.filter(({ failure }) => failure !== undefined)
  // A reset ends the session, and removes the item that was never told.
  const isTwin = ({ number, session, body }: Fact) =>
    untold.some((lost) => lost.number < number && lost.session === session && lost.body === body)
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

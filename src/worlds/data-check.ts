// Whether data fits the contract: what is loaded from files, and what a test puts into a world.

import type { Check } from '../schema.ts'
import type { Recipes } from './fixtures.ts'
import type { Snapshot } from './store.ts'

/** Says what is wrong with collections, one sentence each; none when they fit. */
export type DataCheck = (content: Pick<Snapshot, 'collections'>) => string[]

/** Holds whole collections against the contract: known ones, fitting items, each id once. */
export function createDataCheck(recipes: Recipes, checkOf: (schema: string) => Check | undefined): DataCheck {
  const checks = new Map(Object.entries(recipes).map(([name, { schema }]) => [name, checkOf(schema)]))
  return ({ collections }) => {
    const unknown = Object.keys(collections).filter((name) => !checks.has(name))
    if (unknown.length > 0) return unknown.map((name) => `${name} is no collection: there are ${[...checks.keys()].join(', ')}`)
    return Object.entries(collections).flatMap(([name, items]) => {
      const faults = items.flatMap((item, index) => checks.get(name)?.(item, `${name}[${index}]`) ?? [])
      return new Set(items.map((item) => String(item?.id))).size === items.length ? faults : [...faults, `${name}: an id stands twice`]
    })
  }
}

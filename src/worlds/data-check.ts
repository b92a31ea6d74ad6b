// Whether data fits the contract: what is loaded from files, and what a test puts into a world.

import type { Check } from '../contract/describe-errors.ts'
import type { Snapshot } from './store/store.ts'

/** What the items of a collection have to be. */
export interface ItemShape {
  /** The name of the contract's schema for one item. */
  readonly schema: string
  /** Fields that every item has, though the schema lets them out. */
  readonly always?: readonly string[]
}

/** Says what is wrong with collections, one sentence each; none when they fit. */
export type DataCheck = (content: Pick<Snapshot, 'collections'>) => string[]

/** Holds whole collections against the contract: known ones, fitting items, each id once. */
export function createDataCheck(shapes: Readonly<Record<string, ItemShape>>, checkOf: (schema: string) => Check | undefined): DataCheck {
  const checks = new Map(Object.entries(shapes).map(([name, shape]) => [name, createItemCheck(shape, checkOf(shape.schema))]))
  return ({ collections }) =>
    Object.entries(collections).flatMap(([name, items]) => {
      const check = checks.get(name)
      if (check === undefined) return [`${name} is no collection: there are ${[...checks.keys()].join(', ')}`]
      if (!Array.isArray(items)) return [`${name} must be an array`]
      const faults = items.flatMap((item, index) => check(item, `${name}[${index}]`))
      return new Set(items.map((item) => String(item?.id))).size === items.length ? faults : [...faults, `${name}: an id stands twice`]
    })
}

function createItemCheck({ always = [] }: ItemShape, check: Check | undefined): Check {
  return (item, place) => {
    const faults = check?.(item, place) ?? []
    if (faults.length > 0) return faults
    return always.filter((field) => !Object.hasOwn(item as object, field)).map((field) => `${place}.${field} is missing`)
  }
}

// Whether data fits the contract: what is loaded from files, and what a test puts into a world.

import type { Check } from '../contract/describe-errors.ts'
import { atOnce } from './slices.ts'
import type { Snapshot } from './store/store.ts'

/** What the items of a collection have to be. */
export interface ItemShape {
  /** The name of the contract's schema for one item. */
  readonly schema: string
  /** Fields that every item has, though the schema lets them out. */
  readonly always?: readonly string[]
}

/** What is wrong with an item, a sentence each. */
type ItemCheck = (item: unknown, place: string) => string[]

type Content = Pick<Snapshot, 'collections'>

export interface DataCheck {
  /** Says what is wrong with collections, one sentence each; none when they fit. */
  (content: Content): string[]
  /** The same, with pauses. */
  withPauses(content: Content): Generator<void, string[]>
}

/** So many items are checked between two pauses. */
const STRIDE = 200
const MAX_FAULTS = 20

/** Holds whole collections against the contract: known ones, fitting items, each id once. */
export function createDataCheck(shapes: Readonly<Record<string, ItemShape>>, checkOf: (schema: string) => Check | undefined): DataCheck {
  const checks = new Map(Object.entries(shapes).map(([name, shape]) => [name, createItemCheck(shape, checkOf(shape.schema))]))

  function* withPauses({ collections }: Content): Generator<void, string[]> {
    const faults: string[] = []
    for (const [name, items] of Object.entries(collections)) {
      const check = checks.get(name)
      if (check === undefined) faults.push(`${name} is no collection: there are ${[...checks.keys()].join(', ')}`)
      else if (!Array.isArray(items)) faults.push(`${name} must be an array`)
      else yield* checkItems(name, items, check, faults)
    }
    return faults
  }

  return Object.assign((content: Content) => atOnce(withPauses(content)), { withPauses })
}

/** Adds what is wrong with the items to the faults, and stops where nobody would read on. */
function* checkItems(name: string, items: Snapshot['collections'][string], check: ItemCheck, faults: string[]): Generator<void, void> {
  const ids = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (index % STRIDE === STRIDE - 1) yield
    if (faults.length >= MAX_FAULTS) return
    faults.push(...check(item, `${name}[${index}]`).slice(0, MAX_FAULTS))
    ids.add(String(item?.id))
  }
  if (ids.size < items.length) faults.push(`${name}: an id stands twice`)
}

function createItemCheck({ always = [] }: ItemShape, check: Check | undefined): ItemCheck {
  return (item, place) => {
    const faults = (check?.(item, place) ?? []).map(({ message }) => message)
    if (faults.length > 0) return faults
    return always.filter((field) => !Object.hasOwn(item as object, field)).map((field) => `${place}.${field} is missing`)
  }
}

// Checks data against the contract: data from files, and data that a test puts into a world.

import type { Check } from '../contract/describe-errors.ts'
import { BOUNDS } from '../ground/bounds.ts'
import { checkKeptReply, KEPT_REPLIES } from './kept-replies.ts'
import type { Snapshot } from './store/store.ts'

export interface ItemShape {
  /** The name of the contract's schema for one item. */
  readonly schema: string
}

type ItemCheck = (item: unknown, place: string) => string[]

/** Returns one sentence for each violation. */
export type DataCheck = (content: Pick<Snapshot, 'collections'>) => string[]

/** The names of the collections must be known, their items must fit, and each id is used once. */
export function createDataCheck(shapes: Readonly<Record<string, ItemShape>>, checkOf: (schema: string) => Check | undefined): DataCheck {
  const checks = new Map(Object.entries(shapes).map(([name, shape]) => [name, createItemCheck(checkOf(shape.schema))]))
  const names = [...checks.keys()].join(', ')
  checks.set(KEPT_REPLIES, checkKeptReply)

  return function checkData({ collections }) {
    const found: string[] = []
    for (const [name, items] of Object.entries(collections)) {
      const check = checks.get(name)
      if (check === undefined) found.push(`${name} is not a collection; the collections are ${names}`)
      else if (!Array.isArray(items)) found.push(`${name} must be an array`)
      else checkItems(name, items, check, found)
    }
    return found
  }
}

/** Stops when the list is too long for a reader. */
function checkItems(name: string, items: Snapshot['collections'][string], check: ItemCheck, found: string[]): void {
  const ids = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (found.length >= BOUNDS.violationsPerValue) return
    const place = `${name}[${index}]`
    found.push(...check(item, place).slice(0, BOUNDS.violationsPerValue))
    const id = String(item?.id)
    if (ids.has(id)) found.push(`${place}: another item has the id ${id} too`)
    ids.add(id)
  }
}

const createItemCheck =
  (check: Check | undefined): ItemCheck =>
  (item, place) =>
    (check?.(item, place) ?? []).map(({ message }) => message)

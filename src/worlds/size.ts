// Measures items: the bytes of their JSON text. Each world has a limit for the sum of these bytes.

import { renderJson } from '../json/json.ts'
import type { Item } from './collection.ts'
import { runAtOnce } from './pauses.ts'
import type { Snapshot } from './store/store.ts'

/** This many items are measured between two pauses. */
const STRIDE = 500

/** Sizes of measured snapshots. Every world starts with the same snapshot of the fixtures. */
const KNOWN = new WeakMap<Snapshot, number>()

export const sizeOfItem = (item: Item) => Buffer.byteLength(renderJson(item))

export const sizeOfSnapshot = (snapshot: Snapshot) => runAtOnce(measureSnapshot(snapshot))

/** Measures all items, with pauses. */
export function* measureSnapshot(snapshot: Snapshot): Generator<void, number> {
  const known = KNOWN.get(snapshot)
  if (known !== undefined) return known
  let bytes = 0
  for (const items of Object.values(snapshot.collections)) {
    for (const [index, item] of items.entries()) {
      if (index % STRIDE === 0) yield
      bytes += sizeOfItem(item)
    }
  }
  KNOWN.set(snapshot, bytes)
  return bytes
}

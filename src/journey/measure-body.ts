// Measures the bytes of a long body, because Content-Length is sent before the body. The length of a list item is remembered: an
// item is never changed, only replaced.

import { PIECE, renderParts } from '../json/pieces.ts'
import type { WaitForBudget } from '../sockets/loop-budget.ts'

export type Measure = (body: unknown) => Promise<number>

/** The lengths of shorter items are not remembered. */
const MIN_KEPT = 1024

export function createMeasure(waitForBudget: WaitForBudget): Measure {
  const known = new WeakMap<object, number>()

  function measureItem(item: unknown): number {
    let bytes = 0
    for (const part of renderParts(item)) bytes += Buffer.byteLength(part)
    if (typeof item === 'object' && item !== null && bytes >= MIN_KEPT) known.set(item, bytes)
    return bytes
  }

  return async function measure(body) {
    const items = Array.isArray(body) ? body : [body]
    // The two brackets, and a comma after each item except the last.
    let bytes = Array.isArray(body) ? Math.max(2, items.length + 1) : 0
    let rendered = 0
    for (const item of items) {
      const before = known.get(item)
      const size = before ?? measureItem(item)
      bytes += size
      if (before === undefined) rendered += size
      if (rendered < PIECE) continue
      await waitForBudget(rendered)
      rendered = 0
    }
    return bytes
  }
}

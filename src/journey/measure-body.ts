// How many bytes a long body has, for Content-Length goes out before it. Items of a list that were measured once are known
// from then on: nobody changes them, a change puts another in their place.

import { lengthOf, PIECE, renderParts } from '../json/pieces.ts'
import type { Pace } from './pace.ts'

export type Measure = (body: unknown) => Promise<number>

/** The length of shorter items is not worth keeping. */
const MIN_KEPT = 1024

export function createMeasure(pace: Pace): Measure {
  const known = new WeakMap<object, number>()

  function measureItem(item: unknown): number {
    let bytes = 0
    for (const part of renderParts(item)) bytes += Buffer.byteLength(part)
    if (typeof item === 'object' && item !== null && bytes >= MIN_KEPT) known.set(item, bytes)
    return bytes
  }

  return async function measure(body) {
    const items = Array.isArray(body) ? body : [body]
    // The brackets, and a comma behind each item but the last.
    let bytes = Array.isArray(body) ? Math.max(2, items.length + 1) : 0
    let rendered = 0
    for (const item of items) {
      const before = known.get(item)
      const size = before ?? measureItem(item)
      bytes += size
      if (before === undefined) rendered += size
      if (rendered < PIECE) continue
      await pace(rendered)
      rendered = 0
    }
    return bytes
  }
}

/** Whether the JSON text of a value has more bytes than these. */
export function isLongerThan(value: unknown, maxBytes: number): boolean {
  const length = lengthOf(value)
  if (length > maxBytes) return true
  if (length * MAX_BYTES_PER_LETTER <= maxBytes) return false
  let bytes = 0
  for (const part of renderParts(value)) {
    bytes += Buffer.byteLength(part)
    if (bytes > maxBytes) return true
  }
  return false
}

/** A letter is written with up to six bytes, as \u0000; a number, of which one letter was counted, with some twenty. */
const MAX_BYTES_PER_LETTER = 24

// Measures a value without rendering it: the size of its JSON text and the depth of its nesting.

export interface Extent {
  /** Bytes of the JSON text. Counting stops soon after the limit. */
  readonly bytes: number
  /** Levels of arrays and objects. 0 for a text, a number or a word. */
  readonly depth: number
}

/** Measures a value. Stops soon after `limit` bytes. */
export function measure(value: unknown, limit: number): Extent {
  if (typeof value === 'string') return { bytes: bytesOf(value), depth: 0 }
  if (typeof value !== 'object' || value === null) return { bytes: String(value).length, depth: 0 }
  const names = Array.isArray(value) ? undefined : Object.keys(value)
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let bytes = 2
  let depth = 0
  for (let index = 0; index < items.length && bytes <= limit; index += 1) {
    const inside = measure(items[index], limit - bytes)
    const comma = index === 0 ? 0 : 1
    bytes += inside.bytes + comma + (names ? bytesOf(names[index] as string) + 1 : 0)
    depth = Math.max(depth, inside.depth)
  }
  return { bytes, depth: depth + 1 }
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text))

// A queue of byte strings in a few large segments. The first segments are small, so that a short queue costs little. An
// emptied segment is used again, so that a long queue allocates nothing.

interface Segment {
  readonly bytes: Buffer
  start: number
  end: number
}

const FIRST_BYTES = 4 * 1024
const LARGEST_BYTES = 256 * 1024
/** Each entry has its length before it. */
const LENGTH_BYTES = 4

export class ByteQueue {
  readonly #segments: Segment[] = []
  #spare: Segment | undefined
  /** The number of entries. */
  count = 0
  /** The memory of all segments, filled or not. */
  bytes = 0

  /** Returns false, and adds nothing, when the queue has no room for the entry. */
  push(entry: Uint8Array): boolean {
    const last = this.#segments.at(-1)
    const needed = entry.length + LENGTH_BYTES
    if (last === undefined || last.bytes.length - last.end < needed) return false
    last.bytes.writeUInt32LE(entry.length, last.end)
    last.bytes.set(entry, last.end + LENGTH_BYTES)
    last.end += needed
    this.count += 1
    return true
  }

  /** How much more memory the queue takes when it makes room for an entry of this size. */
  growthFor(size: number): number {
    const needed = size + LENGTH_BYTES
    if (this.#spare && this.#spare.bytes.length >= needed) return 0
    const last = this.#segments.at(-1)
    return Math.max(needed, last ? Math.min(LARGEST_BYTES, 2 * last.bytes.length) : FIRST_BYTES)
  }

  /** Makes room for an entry of this size. */
  grow(size: number): void {
    const growth = this.growthFor(size)
    const bytes = growth === 0 && this.#spare ? this.#spare.bytes : Buffer.allocUnsafeSlow(growth)
    if (growth === 0) this.#spare = undefined
    this.bytes += growth
    this.#segments.push({ bytes, start: 0, end: 0 })
  }

  /** Drops the oldest entry. */
  shift(): void {
    const [first] = this.#segments
    if (first === undefined) return
    first.start += LENGTH_BYTES + first.bytes.readUInt32LE(first.start)
    this.count -= 1
    if (first.start < first.end) return
    this.#segments.shift()
    if (this.#spare) this.bytes -= this.#spare.bytes.length
    this.#spare = first
  }

  /** Gives memory back: the spare segment, or else the oldest segment with all its entries. */
  shrink(): void {
    while (this.#spare === undefined && this.#segments.length > 0) this.shift()
    if (this.#spare) this.bytes -= this.#spare.bytes.length
    this.#spare = undefined
  }

  /** The entries, oldest first. Each entry is valid until the queue changes. */
  *[Symbol.iterator](): Generator<Uint8Array> {
    for (const { bytes, start, end } of this.#segments) {
      for (let at = start; at < end; ) {
        const from = at + LENGTH_BYTES
        at = from + bytes.readUInt32LE(at)
        yield bytes.subarray(from, at)
      }
    }
  }
}

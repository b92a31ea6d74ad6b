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

  /** How much more memory the next entry of this size would take. 0 when there is room for the entry. */
  growthFor(size: number): number {
    const needed = size + LENGTH_BYTES
    const last = this.#segments.at(-1)
    if (last && last.bytes.length - last.end >= needed) return 0
    return this.#spare && this.#spare.bytes.length >= needed ? 0 : Math.max(needed, this.#nextBytes())
  }

  push(entry: Uint8Array): void {
    const needed = entry.length + LENGTH_BYTES
    let last = this.#segments.at(-1)
    if (last === undefined || last.bytes.length - last.end < needed) {
      last = this.#takeSegment(needed)
      this.#segments.push(last)
    }
    last.bytes.writeUInt32LE(entry.length, last.end)
    last.bytes.set(entry, last.end + LENGTH_BYTES)
    last.end += needed
    this.count += 1
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
    if (this.#spare === undefined && this.#segments.length > 0) {
      const { length } = this.#segments
      while (this.#segments.length === length) this.shift()
    }
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

  #takeSegment(needed: number): Segment {
    const spare = this.#spare
    if (spare && spare.bytes.length >= needed) {
      this.#spare = undefined
      spare.start = 0
      spare.end = 0
      return spare
    }
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, this.#nextBytes()))
    this.bytes += bytes.length
    return { bytes, start: 0, end: 0 }
  }

  #nextBytes(): number {
    const last = this.#segments.at(-1)
    return last ? Math.min(LARGEST_BYTES, 2 * last.bytes.length) : FIRST_BYTES
  }
}

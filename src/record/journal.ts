// The journal of one session of a world: the exchanges under way, and the last exchanges as bytes in a few large segments. Exchanges are
// found by their numbers, because entries may be dropped while somebody reads.

import type { Exchange } from '../ground/generated/control.ts'
import { decode, numberOf } from './entry.ts'

/** Small, so that a short journal costs little. */
const FIRST_BYTES = 4 * 1024
const LARGEST_BYTES = 256 * 1024
/** Each entry has its length before it. */
const LENGTH_BYTES = 4
/** Assumed for an exchange under way. Most of them are smaller. */
const PENDING_BYTES = 10_000

interface Segment {
  readonly bytes: Buffer
  count: number
  start: number
  end: number
}

export class Journal {
  readonly session: number
  /** Under way, oldest first. A Map that is empty after each request would allocate a new table each time. */
  pending: Exchange[] = []
  /** Oldest first. An empty first segment is filled again. So a long journal makes no request wait for the garbage collector. */
  #segments: Segment[] = []
  count = 0
  /** The memory of all segments, filled or not. */
  bytes = 0

  constructor(session: number) {
    this.session = session
  }

  /** Returns false, and adds nothing, when there is no room for the entry. */
  push(entry: Uint8Array): boolean {
    const last = this.#segments.at(-1)
    const needed = entry.length + LENGTH_BYTES
    if (last === undefined || last.bytes.length - last.end < needed) return false
    last.bytes.writeUInt32LE(entry.length, last.end)
    last.bytes.set(entry, last.end + LENGTH_BYTES)
    last.end += needed
    last.count += 1
    this.count += 1
    return true
  }

  /** The further memory of the next segment, which must take an entry of this size. */
  growthFor(size: number): number {
    const [first] = this.#segments
    const last = this.#segments.at(-1)
    const wanted = Math.max(size + LENGTH_BYTES, last ? Math.min(LARGEST_BYTES, 2 * last.bytes.length) : FIRST_BYTES)
    return first !== last && first?.count === 0 && first.bytes.length >= wanted ? 0 : wanted
  }

  /** Adds a segment. A growth of 0 takes the empty one. */
  grow(growth: number): void {
    const bytes = (growth === 0 ? this.#segments.shift()?.bytes : undefined) ?? Buffer.allocUnsafeSlow(growth)
    this.#segments.push({ bytes, count: 0, start: 0, end: 0 })
    this.bytes += growth
  }

  shift(): void {
    const oldest = this.#segments.find(({ count }) => count > 0)
    if (oldest === undefined) return
    oldest.start += LENGTH_BYTES + oldest.bytes.readUInt32LE(oldest.start)
    oldest.count -= 1
    this.count -= 1
    // One empty segment is enough.
    if (oldest.count === 0 && oldest !== this.#segments[0]) this.shrink()
  }

  /** Gives back the first segment, which is empty or has the oldest entries. */
  shrink(): void {
    const first = this.#segments.shift()
    this.count -= first?.count ?? 0
    this.bytes -= first?.bytes.length ?? 0
  }

  /** Oldest first. Each entry is valid until the journal changes. */
  *#entries(): Generator<Buffer> {
    for (const { bytes, start, end } of this.#segments) {
      for (let at = start; at < end; ) {
        const from = at + LENGTH_BYTES
        at = from + bytes.readUInt32LE(at)
        yield bytes.subarray(from, at)
      }
    }
  }

  /** All exchanges: their numbers, and about how many bytes they have. */
  sizes() {
    return [
      ...Array.from(this.#entries(), (entry) => ({ number: numberOf(entry), bytes: entry.length })),
      ...this.pending.map(({ number }) => ({ number, bytes: PENDING_BYTES })),
    ]
  }

  /** Returns copies. */
  read(numbers: ReadonlySet<number>): Exchange[] {
    const entries = [...this.#entries()].filter((entry) => numbers.has(numberOf(entry)))
    const pending = this.pending.filter(({ number }) => numbers.has(number))
    return [...entries.map(decode), ...pending.map((exchange) => structuredClone(exchange))]
  }

  /** Writes the entries that stay into new segments, so that the room of the others is free at once. */
  erase(numbers: ReadonlySet<number>): void {
    const kept = [...this.#entries()].filter((entry) => !numbers.has(numberOf(entry)))
    this.pending = this.pending.filter(({ number }) => !numbers.has(number))
    this.#segments = []
    this.count = 0
    this.bytes = 0
    for (const entry of kept) {
      if (this.push(entry)) continue
      this.grow(this.growthFor(entry.length))
      this.push(entry)
    }
  }
}

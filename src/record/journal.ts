// The journal of one session of a world: the exchanges under way, and the last exchanges as bytes in a few large segments. Exchanges are
// found by their numbers, because entries may be dropped while somebody reads.

import type { Exchange } from '../ground/generated/control.ts'
import { decode, numberOf } from './entry.ts'

/** The first segment is small, so that a short journal costs little. */
const FIRST_BYTES = 4 * 1024
const LARGEST_BYTES = 256 * 1024
/** Each entry has its length before it. */
const LENGTH_BYTES = 4
/** The size that is assumed for an exchange under way. Most of them are smaller. */
const PENDING_BYTES = 10_000
/** The number of an erased entry. The numbers of exchanges begin with 1. */
const ERASED = 0

interface Segment {
  readonly bytes: Buffer
  count: number
  start: number
  end: number
}

export class Journal {
  readonly session: number
  /** Exchanges under way, oldest first. A Map that is empty after each request would allocate a new table each time. */
  pending: Exchange[] = []
  /**
   * Oldest first. The first segment may be empty, and is then filled again. So a long journal allocates nothing, and requests do not
   * wait for the garbage collector.
   */
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

  /** How much more memory the next segment takes, which has room for an entry of this size. */
  growthFor(size: number): number {
    const needed = size + LENGTH_BYTES
    const [first] = this.#segments
    const last = this.#segments.at(-1)
    if (first !== last && first?.count === 0 && first.bytes.length >= needed) return 0
    return Math.max(needed, last ? Math.min(LARGEST_BYTES, 2 * last.bytes.length) : FIRST_BYTES)
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

  /** Gives the memory of the first segment back: of an empty one, or of the oldest entries. */
  shrink(): void {
    const first = this.#segments.shift()
    this.count -= first?.count ?? 0
    this.bytes -= first?.bytes.length ?? 0
  }

  /** The entries, oldest first. Each entry is valid until the journal changes. */
  *#entries(): Generator<Buffer> {
    for (const { bytes, start, end } of this.#segments) {
      for (let at = start; at < end; ) {
        const from = at + LENGTH_BYTES
        at = from + bytes.readUInt32LE(at)
        const entry = bytes.subarray(from, at)
        if (numberOf(entry) !== ERASED) yield entry
      }
    }
  }

  /** The numbers of all exchanges, each with about the number of its bytes. */
  sizes() {
    return [
      ...Array.from(this.#entries(), (entry) => ({ number: numberOf(entry), bytes: entry.length })),
      ...this.pending.map(({ number }) => ({ number, bytes: PENDING_BYTES })),
    ]
  }

  /** Copies of the exchanges with these numbers. */
  read(numbers: ReadonlySet<number>): Exchange[] {
    const entries = [...this.#entries()].filter((entry) => numbers.has(numberOf(entry)))
    const pending = this.pending.filter(({ number }) => numbers.has(number))
    return [...entries.map(decode), ...pending.map((exchange) => structuredClone(exchange))]
  }

  /** Erases the exchanges with these numbers. Their room is free again when all older entries have gone. */
  erase(numbers: ReadonlySet<number>): void {
    for (const entry of this.#entries()) if (numbers.has(numberOf(entry))) entry.fill(ERASED)
    this.pending = this.pending.filter(({ number }) => !numbers.has(number))
  }
}

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

interface Segment {
  readonly bytes: Buffer
  count: number
  start: number
  end: number
}

/** The number of an exchange in a journal, with about the number of its bytes. */
export interface EntrySize {
  readonly number: number
  readonly bytes: number
}

export class Journal {
  readonly session: number
  /** Exchanges under way. The key is the exchange's number. */
  readonly pending = new Map<number, Exchange>()
  #segments: Segment[] = []
  /** The bytes of an emptied segment. So a long journal allocates nothing, and requests do not wait for the garbage collector. */
  #spare: Buffer | undefined
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
    if (this.#spare && this.#spare.length >= needed) return 0
    const last = this.#segments.at(-1)
    return Math.max(needed, last ? Math.min(LARGEST_BYTES, 2 * last.bytes.length) : FIRST_BYTES)
  }

  /** Adds a segment. A growth of 0 takes the spare bytes. */
  grow(growth: number): void {
    const bytes = growth === 0 && this.#spare ? this.#spare : Buffer.allocUnsafeSlow(growth)
    if (growth === 0) this.#spare = undefined
    this.#segments.push({ bytes, count: 0, start: 0, end: 0 })
    this.bytes += growth
  }

  /** Drops the oldest entry. */
  shift(): void {
    const [first] = this.#segments
    if (first === undefined) return
    first.start += LENGTH_BYTES + first.bytes.readUInt32LE(first.start)
    first.count -= 1
    this.count -= 1
    if (first.count > 0) return
    this.#segments.shift()
    this.bytes -= this.#spare?.length ?? 0
    this.#spare = first.bytes
  }

  /** Gives memory back: the spare bytes, or else the oldest segment with all its entries. */
  shrink(): void {
    const first = this.#spare === undefined ? this.#segments.shift() : undefined
    this.count -= first?.count ?? 0
    this.bytes -= first?.bytes.length ?? this.#spare?.length ?? 0
    this.#spare = undefined
  }

  /** The entries, oldest first. Each entry is valid until the journal changes. */
  *#entries(): Generator<Buffer> {
    for (const { bytes, start, end } of this.#segments) {
      for (let at = start; at < end; ) {
        const from = at + LENGTH_BYTES
        at = from + bytes.readUInt32LE(at)
        yield bytes.subarray(from, at)
      }
    }
  }

  sizes(): EntrySize[] {
    return [
      ...Array.from(this.#entries(), (entry) => ({ number: numberOf(entry), bytes: entry.length })),
      ...Array.from(this.pending.keys(), (number) => ({ number, bytes: PENDING_BYTES })),
    ]
  }

  /** Copies of the exchanges with these numbers. */
  read(numbers: ReadonlySet<number>): Exchange[] {
    const entries = [...this.#entries()].filter((entry) => numbers.has(numberOf(entry)))
    const pending = [...this.pending.values()].filter(({ number }) => numbers.has(number))
    return [...entries.map(decode), ...pending.map((exchange) => structuredClone(exchange))]
  }

  /** Removes the exchanges with these numbers. Returns the entries that are left, which must be added again. */
  clear(numbers: ReadonlySet<number>): Buffer[] {
    const kept = [...this.#entries()].filter((entry) => !numbers.has(numberOf(entry)))
    this.#segments = []
    this.#spare = undefined
    this.count = 0
    this.bytes = 0
    for (const number of numbers) this.pending.delete(number)
    return kept
  }
}

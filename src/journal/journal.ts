// The journal of one session of a world: its last exchanges as bytes, and the exchanges under way. Exchanges are found by their
// numbers, because entries may be dropped while somebody reads.

import type { Exchange } from '../../spec/control.ts'
import { ByteQueue } from './byte-queue.ts'
import { decode, numberOf } from './entry.ts'

/** The number of an exchange in a journal, with about the number of its bytes. */
export interface Place {
  readonly number: number
  readonly bytes: number
}

/** More bytes than most exchanges under way take. */
const PENDING_BYTES = 10_000

export class Journal {
  readonly session: number
  /** Exchanges under way. The key is the exchange's number. */
  readonly pending = new Map<number, Exchange>()
  entries = new ByteQueue()

  constructor(session: number) {
    this.session = session
  }

  places(): Place[] {
    return [
      ...Array.from(this.entries, (entry) => ({ number: numberOf(entry), bytes: entry.length })),
      ...Array.from(this.pending.keys(), (number) => ({ number, bytes: PENDING_BYTES })),
    ]
  }

  /** Copies of the exchanges with these numbers. */
  read(numbers: ReadonlySet<number>): Exchange[] {
    const entries = [...this.entries].filter((entry) => numbers.has(numberOf(entry)))
    const pending = [...this.pending.values()].filter(({ number }) => numbers.has(number))
    return [...entries.map(decode), ...pending.map((exchange) => structuredClone(exchange))]
  }

  /** Removes the exchanges with these numbers. Returns the entries that are left, which must be added again. */
  clear(numbers: ReadonlySet<number>): Buffer[] {
    const kept = [...this.entries].filter((entry) => !numbers.has(numberOf(entry)))
    this.entries = new ByteQueue()
    for (const number of numbers) this.pending.delete(number)
    return kept
  }
}

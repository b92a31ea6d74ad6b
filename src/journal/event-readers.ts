// Who reads live events, each at its own place in the list of recent ones.

import type { RecentEvent } from './recent-events.ts'

export interface Reader {
  /** Undefined: the events of all worlds. */
  readonly world: string | undefined
  /** The number of the next event to read. */
  next: number
  /** Events that it lost since it last read; null where nobody knows how many. */
  lost: number | null
  /** When it last asked for events, in milliseconds since the process started. */
  lastUse: number
  isClosed: boolean
  wake: () => void
}

/** A reader that has not read for so long is stuck, for it gets signs of life more often. */
const STUCK_MS = 60_000

export class Readers {
  readonly #readers = new Set<Reader>()
  #isWaking = false

  get size(): number {
    return this.#readers.size
  }

  list(): Reader[] {
    return [...this.#readers]
  }

  add(place: Pick<Reader, 'world' | 'next' | 'lost'>): Reader {
    const reader = { ...place, lastUse: performance.now(), isClosed: false, wake: () => {} }
    this.#readers.add(reader)
    return reader
  }

  /** Ends a reader; false when it has ended before. */
  remove(reader: Reader): boolean {
    reader.isClosed = true
    reader.wake()
    return this.#readers.delete(reader)
  }

  /** Wakes all readers, once for all events that happen until then. */
  wakeSoon(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      for (const { wake } of this.#readers) wake()
    })
  }

  /** An event is dropped: whoever has not read it has lost it. */
  noteLost(event: RecentEvent): void {
    for (const reader of this.#readers) {
      if (reader.next > event.number) continue
      reader.next = event.number + 1
      if (reader.lost !== null && means(reader, event)) reader.lost += 1
    }
  }

  /** A reader whose place is for others. */
  findStuck(): Reader | undefined {
    const now = performance.now()
    return this.list().find(({ lastUse }) => now - lastUse > STUCK_MS)
  }
}

export const means = ({ world }: Reader, event: RecentEvent) => world === undefined || world === event.world

/** Resolves with true when the reader is woken, and with false when nothing came for so long. */
export function hasNews(reader: Reader, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds).unref()
    reader.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

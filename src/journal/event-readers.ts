// The readers of live events. Each reader has its own place in the list of recent events.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import type { RecentEvent } from './recent-events.ts'

export interface Reader {
  /** Undefined when the reader gets the events of all worlds. */
  readonly world: string | undefined
  /** The number of the next event to read. */
  next: number
  /** How many events the reader has lost since it last read. Null when nobody knows the number. */
  lost: number | null
  /** When the reader last asked for events, in milliseconds since the process started. */
  lastUse: number
  isClosed: boolean
  wake: () => void
}

/** A reader is stuck when it has not read for this long. A healthy reader gets a heartbeat more often than this. */
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

  /** Ends a reader. Returns false when the reader has already ended. */
  remove(reader: Reader): boolean {
    reader.isClosed = true
    reader.wake()
    return this.#readers.delete(reader)
  }

  /** Wakes all readers soon, once for all events that come until then. */
  wakeSoon(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      for (const { wake } of this.#readers) wake()
    })
  }

  /** Counts a dropped event as lost, for each reader that has not read it. */
  noteLost(event: RecentEvent): void {
    for (const reader of this.#readers) {
      if (reader.next > event.number) continue
      reader.next = event.number + 1
      if (reader.lost !== null && appliesTo(reader, event)) reader.lost += 1
    }
  }

  /** Finds a reader that may be ended to make room for another. */
  findStuck(): Reader | undefined {
    const now = performance.now()
    return this.list().find(({ lastUse }) => now - lastUse > STUCK_MS)
  }
}

export const appliesTo = ({ world }: Reader, event: RecentEvent) => world === undefined || world === event.world

/** Resolves with true when the reader is woken, and with false when no event came in this time. */
export function hasNews(reader: Reader, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds).unref()
    reader.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

// The journals: each keeps the last exchanges of one world, bounded by count and bytes, within what all share. Where
// the share is used up, the fullest journal gives way, so that an idle world does not starve a busy one.

import type { Exchange } from '../exchange.ts'

export const MAX_EXCHANGES = 1000
export const MAX_WORLD_BYTES = 8 * 1024 * 1024
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** Creates journals that share one bound. */
export function createJournals(): () => Journal {
  const all = new Set<Journal>()
  let total = 0
  const grow = (bytes: number) => {
    total += bytes
    while (total > MAX_TOTAL_BYTES) fullest(all).dropOldest()
  }
  return () => {
    const journal = new Journal(grow, () => all.delete(journal))
    all.add(journal)
    return journal
  }
}

const fullest = (journals: Iterable<Journal>) => [...journals].reduce((a, b) => (b.bytes > a.bytes ? b : a))

interface Entry {
  readonly exchange: Exchange
  readonly bytes: number
}

export class Journal {
  readonly #grow: (bytes: number) => void
  readonly #leave: () => void
  #entries: (Entry | undefined)[] = []
  /** The index of the oldest one: the array is cut only now and then. */
  #first = 0
  #closed = false
  bytes = 0

  constructor(grow: (bytes: number) => void, leave: () => void) {
    this.#grow = grow
    this.#leave = leave
  }

  add(exchange: Exchange): void {
    if (this.#closed) return
    const bytes = sizeOf(exchange)
    this.#entries.push({ exchange, bytes })
    this.bytes += bytes
    this.#grow(bytes)
    while (this.#entries.length - this.#first > MAX_EXCHANGES || this.bytes > MAX_WORLD_BYTES) this.dropOldest()
  }

  /** The exchanges, oldest first. */
  list(): readonly Exchange[] {
    return (this.#entries.slice(this.#first) as Entry[]).map(({ exchange }) => exchange)
  }

  dropOldest(): void {
    const { bytes } = this.#entries[this.#first] as Entry
    this.bytes -= bytes
    this.#grow(-bytes)
    this.#entries[this.#first] = undefined
    this.#first += 1
    if (this.#first < MAX_EXCHANGES) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  /** Forgets all, and keeps nothing from now on: what was under way belongs to a session that is over. */
  close(): void {
    this.#grow(-this.bytes)
    this.#closed = true
    this.#entries = []
    this.#first = 0
    this.bytes = 0
    this.#leave()
  }
}

/** About what an exchange holds in memory; 2 KiB for all that varies little. A body is kept as sent and as read. */
function sizeOf({ request, sent }: Exchange): number {
  let bytes = 2048 + request.target.length + 3 * (request.body?.length ?? 0) + (sent?.body.length ?? 0)
  for (const name in request.headers) bytes += name.length + String(request.headers[name]).length
  return bytes
}

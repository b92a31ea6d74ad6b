// The journal of one world: its last exchanges, bounded by count and bytes, within what all worlds share.

import type { Exchange } from '../exchange.ts'

export const MAX_EXCHANGES = 1000
export const MAX_WORLD_BYTES = 8 * 1024 * 1024
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** Bytes of all journals of a sandbox together. */
export interface Budget {
  used: number
}

export class Journal {
  readonly #budget: Budget
  #exchanges: (Exchange | undefined)[] = []
  /** The index of the oldest one: the array is cut only now and then. */
  #first = 0
  #bytes = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  add(exchange: Exchange): void {
    const bytes = sizeOf(exchange)
    this.#exchanges.push(exchange)
    this.#bytes += bytes
    this.#budget.used += bytes
    while (this.#isFull()) this.#dropOldest()
  }

  /** The exchanges, oldest first. */
  list(): readonly Exchange[] {
    return this.#exchanges.slice(this.#first) as Exchange[]
  }

  clear(): void {
    this.#budget.used -= this.#bytes
    this.#exchanges = []
    this.#first = 0
    this.#bytes = 0
  }

  /** The newest exchange is always kept. */
  #isFull(): boolean {
    const count = this.#exchanges.length - this.#first
    return count > 1 && (count > MAX_EXCHANGES || this.#bytes > MAX_WORLD_BYTES || this.#budget.used > MAX_TOTAL_BYTES)
  }

  #dropOldest(): void {
    const bytes = sizeOf(this.#exchanges[this.#first] as Exchange)
    this.#bytes -= bytes
    this.#budget.used -= bytes
    this.#exchanges[this.#first] = undefined
    this.#first += 1
    if (this.#first < MAX_EXCHANGES) return
    this.#exchanges = this.#exchanges.slice(this.#first)
    this.#first = 0
  }
}

/** About what an exchange holds in memory; 1 KiB for all that does not vary. */
const sizeOf = ({ request, sent }: Exchange) => 1024 + request.target.length + (request.body?.length ?? 0) + (sent?.body.length ?? 0)

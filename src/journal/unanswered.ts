// Requests that wait for their reply, for those who follow the events: a client that hangs asks why now, not when it has
// given up. A request that waits for long is told of once.

import type { Exchange } from '../record/exchange.ts'

/** A request that has no reply after so long is told of. */
export const WAITING_MS = 500

export class Unanswered {
  readonly #exchanges = new Set<Exchange>()
  readonly #tell: (exchange: Exchange) => void
  #timer: NodeJS.Timeout | undefined

  constructor(tell: (exchange: Exchange) => void) {
    this.#tell = tell
  }

  /** Watches from now on. */
  watch(): void {
    this.#timer ??= setInterval(() => this.#look(), WAITING_MS / 2).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#exchanges.clear()
  }

  add(exchange: Exchange): void {
    if (this.#timer !== undefined) this.#exchanges.add(exchange)
  }

  remove(exchange: Exchange): void {
    if (this.#timer !== undefined) this.#exchanges.delete(exchange)
  }

  #look(): void {
    const now = performance.now()
    for (const exchange of this.#exchanges) {
      // They stand in the order in which they arrived.
      if (now - exchange.arrived.monotonic < WAITING_MS) return
      this.#exchanges.delete(exchange)
      this.#tell(exchange)
    }
  }
}

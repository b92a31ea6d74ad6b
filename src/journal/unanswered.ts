// Requests that wait for their reply, for readers of events. A developer whose client hangs wants to know the reason now,
// and not only when the client gives up. A request that waits long is reported once.

import type { Exchange } from '../exchange/exchange.ts'

/** A request is reported when it has no reply after this time. */
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
      // The requests are in the order of their arrival.
      if (now - exchange.arrived.monotonic < WAITING_MS) return
      this.#exchanges.delete(exchange)
      this.#tell(exchange)
    }
  }
}

// The open series of a world: series that may get more tries. When there are too many, the series that is quiet for longest is
// settled.

import type { Exchange } from '../exchange/exchange.ts'
import type { Caller } from './callers.ts'
import { addTry, countTries, createSeries, nameSeries, type Series, type Try } from './series.ts'

const MAX_SERIES = 200

export class OpenSeries {
  /** The series by their names, in the order of their last use. */
  readonly #series = new Map<string, Series>()
  /** The number of open series of each call. */
  readonly #calls = new Map<string, number>()
  readonly #settle: (series: Series) => void
  tries = 0

  constructor(settle: (series: Series) => void) {
    this.#settle = settle
  }

  get size(): number {
    return this.#series.size
  }

  hasCall(call: string): boolean {
    return this.#calls.has(call)
  }

  /** Adds a try to its series. A failure opens a new series; a success does not. */
  add(exchange: Exchange, caller: Caller, one: Try): void {
    const name = nameSeries(exchange, caller)
    let series = this.#series.get(name)
    if (series === undefined) {
      if (one.failure === undefined) return
      series = createSeries(exchange, caller)
      this.#calls.set(series.call, (this.#calls.get(series.call) ?? 0) + 1)
    } else this.#series.delete(name)
    this.#series.set(name, series)
    this.tries += addTry(series, one)
    if (this.#series.size > MAX_SERIES) this.settleOldest()
  }

  settleOldest(): void {
    const [oldest] = this.#series
    if (oldest === undefined) return
    const [name, series] = oldest
    this.#series.delete(name)
    this.tries -= countTries(series)
    const left = (this.#calls.get(series.call) ?? 1) - 1
    if (left === 0) this.#calls.delete(series.call)
    else this.#calls.set(series.call, left)
    this.#settle(series)
  }

  [Symbol.iterator](): Iterator<Series> {
    return this.#series.values()
  }
}

// Counts the latencies of replies in whole microseconds, and corrects them for coordinated omission: while a client waits for a
// slow reply, it does not send other requests that would be slow too.

/** A reply that is slower than this is counted as this slow. */
const LIMIT_US = 2_000_000

export class Latencies {
  readonly #counts = new Uint32Array(LIMIT_US + 1)
  #count = 0
  #max = 0

  add(microseconds: number): void {
    const index = Math.min(Math.round(microseconds), LIMIT_US)
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#count += 1
    if (index > this.#max) this.#max = index
  }

  /**
   * Adds the requests that the client did not send while it waited for a slow reply. `interval` is the mean time from one request
   * to the next, in microseconds. With an interval of 50, a reply after 200 stands for two more replies, after 150 and after 100.
   * `stats_correct` of wrk 4 does the same: its interval is the duration divided by the requests of one connection.
   */
  correct(interval: number): void {
    const step = Math.max(1, Math.floor(interval))
    for (let slow = step * 2; slow <= this.#max; slow += 1) {
      const count = this.#counts[slow] ?? 0
      if (count === 0) continue
      for (let missed = slow - step; missed > step; missed -= step) {
        this.#counts[missed] = (this.#counts[missed] ?? 0) + count
        this.#count += count
      }
    }
  }

  /** In milliseconds; 0 when nothing was counted. */
  percentile(percent: number): number {
    const rank = Math.round((percent / 100) * this.#count + 0.5)
    let total = 0
    for (let index = 0; index <= this.#max; index += 1) {
      total += this.#counts[index] ?? 0
      if (total >= rank) return index / 1000
    }
    return this.#max / 1000
  }
}

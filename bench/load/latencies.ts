// How long replies took, counted by whole microseconds, and the correction for coordinated omission: a client that waits
// for a slow reply does not send the requests that would have been slow as well.

/** Slower replies are counted as this slow. */
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
   * Adds the requests that were not sent while a slow reply was waited for. `interval` is the mean time from one request
   * to the next, in microseconds. With an interval of 50, a reply after 200 stands for others after 150 and 100. The same
   * as `stats_correct` in wrk 4, where the interval is the duration divided by the requests of one connection.
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

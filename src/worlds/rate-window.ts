// One fixed window of a rate limit. The first request after the end of the last window opens a new window. A window begins
// and ends at a whole second. Times are milliseconds since 1970 on the world's clock.

import type { Choices } from '../contract/assumptions.ts'
import type { WindowChange, WindowName, WindowState } from '../ground/generated/control.ts'

export class RateWindow {
  readonly name: WindowName
  limit: number
  /** Requests that are left, at the time of the last `settle`. */
  left: number
  seconds: number
  /** Undefined while no window is open. */
  #opened: number | undefined

  constructor(name: WindowName, limit: number, seconds: number) {
    this.name = name
    this.limit = limit
    this.left = limit
    this.seconds = seconds
  }

  /**
   * Closes the window if it is over, and also when the clock was set back to before its opening. It must come before each use of the
   * window. Returns how many requests are left.
   */
  settle(now: number): number {
    const opened = this.#opened
    if (opened !== undefined && (now < opened || now >= opened + this.seconds * 1000)) {
      this.#opened = undefined
      this.left = this.limit
    }
    return this.left
  }

  /** When the window ends. For a closed window: when it would end if it opened now. */
  end(now: number, choices: Choices): number {
    return (this.#opened ?? this.#openingAt(now, choices)) + this.seconds * 1000
  }

  /** Uses one request of the window, and opens the window if it is closed. */
  use(now: number, choices: Choices): void {
    this.#opened ??= this.#openingAt(now, choices)
    if (this.left > 0) this.left -= 1
  }

  giveBack(): void {
    if (this.left < this.limit) this.left += 1
  }

  /** Changes the window from now on. With a new limit or a new length it starts at zero. */
  change({ limit, seconds, remaining }: WindowChange, now: number): void {
    this.settle(now)
    if (limit !== undefined || seconds !== undefined) {
      this.limit = limit ?? this.limit
      this.seconds = seconds ?? this.seconds
      this.left = this.limit
      this.#opened = undefined
    }
    if (remaining === undefined) return
    this.#opened ??= wholeSecond(now)
    this.left = remaining
  }

  state(now: number): WindowState {
    const remaining = this.settle(now)
    const resets = this.#opened === undefined ? null : new Date(this.#opened + this.seconds * 1000).toISOString()
    return { limit: this.limit, seconds: this.seconds, remaining, resets }
  }

  /** An aligned window opens at the full minute, or at midnight UTC. Another window opens at the second of this request. */
  #openingAt(now: number, choices: Choices): number {
    return choices['limit-window'] === 'aligned' ? multipleOf(this.seconds * 1000, now) : wholeSecond(now)
  }
}

const multipleOf = (ms: number, now: number) => Math.floor(now / ms) * ms

const wholeSecond = (now: number) => multipleOf(1000, now)

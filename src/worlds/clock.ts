// A world's clock: real time plus an offset, or frozen. All times are milliseconds since 1970.

/** One point in time, on both clocks. */
export interface Moment {
  readonly real: number
  readonly world: number
}

export interface ClockState {
  readonly now: number
  readonly frozen: boolean
}

export class Clock {
  readonly #real: () => number
  #offset = 0
  #frozenAt: number | undefined

  constructor(real: () => number = Date.now) {
    this.#real = real
  }

  now(): number {
    return this.#frozenAt ?? this.#real() + this.#offset
  }

  moment(): Moment {
    return this.momentAt(this.#real())
  }

  /** A point in real time on both clocks, as the world's clock goes now. */
  momentAt(real: number): Moment {
    return { real, world: this.#frozenAt ?? real + this.#offset }
  }

  /** Whether somebody has changed it. */
  get isSet(): boolean {
    return this.#frozenAt !== undefined || this.#offset !== 0
  }

  state(): ClockState {
    return { now: this.now(), frozen: this.#frozenAt !== undefined }
  }

  /** Sets the time, or whether it stands still, or both. */
  set({ now = this.now(), frozen = this.#frozenAt !== undefined }: Partial<ClockState>): void {
    this.#offset = now - this.#real()
    this.#frozenAt = frozen ? now : undefined
  }
}

/** Milliseconds between two moments, on the clock that went further: neither a stopped clock nor a leap holds against a client. */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.real - from.real, to.world - from.world)

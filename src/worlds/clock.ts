// A world's clock: real time plus an offset, or a frozen time. All times are milliseconds.

import type { ClockState, Moment } from '../ground/generated/control.ts'

export class Clock {
  #offset = 0
  #frozenAt: number | undefined

  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset
  }

  /** A reading of the machine's clocks, by default now, with the world's time. */
  moment(real = Date.now(), monotonic = performance.now()): Moment {
    return { real, monotonic, world: this.#frozenAt ?? real + this.#offset }
  }

  state(): ClockState {
    return { now: new Date(this.now()).toISOString(), frozen: this.isFrozen }
  }

  get isSet(): boolean {
    return this.isFrozen || this.#offset !== 0
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined
  }

  set({ now = this.now(), frozen = this.isFrozen }: { now?: number | undefined; frozen?: boolean | undefined }): void {
    this.#offset = now - Date.now()
    this.#frozenAt = frozen ? now : undefined
  }
}

/** Nobody sets this clock. */
export const machineClock = new Clock()

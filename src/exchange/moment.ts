// Points in time, and the time between two of them.

/** One point in time on the machine's clocks. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly real: number
  /** Milliseconds since the process started, on a clock that nobody can set. */
  readonly monotonic: number
}

/** One point in time on the machine's clocks and on the world's clock. */
export interface Moment extends Instant {
  /** Milliseconds since 1970. */
  readonly world: number
}

/**
 * Milliseconds between two moments: the longer of real time and world time. So a client is not blamed for a stopped clock
 * or a jump of the clock.
 */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** True where nobody has set the clock of the world. */
export const isRealTime = ({ world, real }: Moment) => Math.abs(world - real) < 2000

// Points in time, and the time between two of them.

import type { Moment } from './generated/control.ts'

/**
 * Milliseconds between two moments: the longer of real time and world time. So a client is not blamed for a stopped clock
 * or a jump of the clock.
 */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** True where nobody has set the clock of the world. */
export const isRealTime = ({ world, real }: Moment) => Math.abs(world - real) < 2000

// The time between two moments, and the clock that it is measured with.

import type { Moment } from './exchange.ts'

/**
 * Milliseconds between two moments: the longer of real time and world time. So a client is not blamed for a stopped clock
 * or a jump of the clock.
 */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** True where nobody has set the clock of the world. */
export const isRealTime = ({ world, real }: Moment) => Math.abs(world - real) < 2000

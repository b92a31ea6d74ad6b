// The time between two moments.

import type { Moment } from './exchange.ts'

/**
 * Milliseconds between two moments: the longer of real time and world time. So a client is not blamed for a stopped clock
 * or a jump of the clock.
 */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

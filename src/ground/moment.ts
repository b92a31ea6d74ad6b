// Points in time, and the time between two of them.

import type { Moment } from './generated/control.ts'

/** Milliseconds between two moments: the longer of real time and world time. So no client is blamed for a clock that stops or jumps. */
export const elapsed = (from: Moment, to: Moment) => Math.max(to.monotonic - from.monotonic, to.world - from.world)

/** True where nobody has set the clock of the world. */
export const isRealTime = ({ world, real }: Moment) => Math.abs(world - real) < 2000

// How a kept world that cannot be used is refused.

import { messageOf, Problem } from '../../replies/problem.ts'

/** The refusal names the place, what is wrong there, and the way out. */
export const damagedAt = (place: string, fault: string, cause?: unknown) =>
  new Problem('unavailable', `${place}: ${fault}. Mend it, or move it away to start the world anew`, { cause })

export const unreadable = (place: string, error: unknown) =>
  damagedAt(place, `this stored world cannot be read: ${messageOf(error)}`, error)

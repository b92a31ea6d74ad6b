// The refusals for a stored world that cannot be used.

import { messageOf, Problem } from '../../errors/problem.ts'

/** The refusal names the place, the damage and the remedy. */
export const damagedAt = (place: string, damage: string, cause?: unknown) =>
  new Problem('unavailable', `${place}: ${damage}. Repair the file, or move it away to start the world anew`, { cause })

export const unreadable = (place: string, error: unknown) =>
  damagedAt(place, `this stored world cannot be read: ${messageOf(error)}`, error)

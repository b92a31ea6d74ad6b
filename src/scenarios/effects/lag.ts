// Hides a created item for a while, like a service that reads from a copy that is behind its writes.

import type { Effect } from '../effect.ts'

/** `lag` is in seconds of the world's clock. */
export const lag: Effect<'lag'> = {
  finish(settings, draft, { produced, world, session: { clock } }) {
    if (draft.status !== 201 || typeof produced !== 'object' || produced === null) return false
    const until = clock.now() + settings.lag * 1000
    world.data.hide(produced, () => clock.now() >= until)
  },
}

// Hides what the operation created for a while, as a service does whose reads lag behind its writes.

import type { Effect } from '../effect.ts'

export const lag: Effect = {
  finish(value, { carriedOut, reply, produced, world, session: { clock } }) {
    if (!carriedOut || reply.status !== 201 || typeof produced !== 'object' || produced === null) return false
    const until = clock.now() + Number(value) * 1000
    world.data.hide(produced, () => clock.now() >= until)
    return true
  },
}

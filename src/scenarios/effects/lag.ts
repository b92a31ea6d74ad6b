// Hides what the operation created for a while, as a service does whose reads lag behind its writes.

import type { Effect } from '../effect.ts'

export const lag: Effect = {
  finish(value, { carriedOut, reply, world, session: { clock } }) {
    if (!carriedOut || reply.status !== 201 || typeof reply.body !== 'object' || reply.body === null) return false
    const until = clock.now() + Number(value) * 1000
    world.data.hide(reply.body, () => clock.now() >= until)
    return true
  },
}

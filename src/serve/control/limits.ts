// The rate limits of a plan in a world: the state of both windows, and the ban.

import type { LimitChange, LimitState } from '../../ground/generated/control.ts'
import { Problem } from '../../ground/problem.ts'
import { type Call, changeWorld, readWorld } from './call.ts'

export const getLimits: Call = (request) => readWorld(request, ({ session: { limits } }) => limits.state(String(request.path.plan)))

export const putLimits: Call = (request) =>
  changeWorld(request, 'limits', ({ session }) => {
    const { limits } = session
    const plan = String(request.path.plan)
    const change = request.body as LimitChange
    refuseExcess(change, limits.state(plan))
    limits.set(plan, change)
    session.revision += 1
    return limits.state(plan)
  })

/** Refuses a number of remaining requests that is larger than the limit. */
function refuseExcess({ remaining, minute = {}, day = {} }: LimitChange, now: LimitState): void {
  const [minuteLimit, dayLimit] = [minute.limit ?? now.minute.limit, day.limit ?? now.day.limit]
  for (const [place, count = 0, limit, window] of [
    ['remaining', remaining, minuteLimit, 'minute'],
    ['minute.remaining', minute.remaining, minuteLimit, 'minute'],
    ['day.remaining', day.remaining, dayLimit, 'day'],
  ] as const)
    if (count > limit) throw new Problem('invalid_value', `${place} must be at most ${limit}, the limit of the ${window}, got ${count}`)
}

// The rate limits of a plan in a world: the state of both windows, and the ban.

import type { LimitChange, LimitState, WindowState, WorldHandle } from '../handle/handles.ts'
import { readLimitChange, refuseExcess } from '../handle/limit-input.ts'
import { readPlan } from '../handle/world-input.ts'
import type { PlanLimits, WindowState as Window } from '../worlds/limits.ts'
import type { Call } from './call.ts'
import type { Entrance } from './entrance.ts'

export function createLimitsHandle({ use, drive }: Entrance, plans: readonly string[]): WorldHandle['limits'] {
  return {
    get: (plan) => use(({ session: { limits } }) => showLimits(limits.state(readPlan(plan, plans)))),
    set: (plan, change) =>
      drive('limits', ({ session }) => {
        const { limits } = session
        readPlan(plan, plans)
        refuseExcess(readLimitChange(change), limits.state(plan))
        limits.set(plan, change)
        session.stage += 1
        return showLimits(limits.state(plan))
      }),
  }
}

const showLimits = ({ minute, day, bannedUntil }: PlanLimits): LimitState => ({
  minute: showWindow(minute),
  day: showWindow(day),
  ban: bannedUntil === null ? null : { until: showTime(bannedUntil) },
})

const showWindow = (window: Window): WindowState => ({ ...window, resets: window.resets === null ? null : showTime(window.resets) })

const showTime = (milliseconds: number) => new Date(milliseconds).toISOString()

export const getLimits: Call = async ({ existing, path }) => (await existing()).limits.get(String(path.plan))
export const putLimits: Call = ({ world, path, body }) => world.limits.set(String(path.plan), body as LimitChange)

// A world as its page shows it.

import type { Collections } from '../../client/world-handle.ts'
import type { ActiveScenario, ClockState, LimitState } from '../../ground/generated/control.ts'
import { call, worldPath } from '../api.ts'
import { about } from '../state.ts'

export type World = Awaited<ReturnType<typeof readWorld>>

/** Reads what a client meets in a world. `readAt` is when the clock was read, on the clock of the page. */
export async function readWorld(name: string) {
  const plans = about.value?.plans ?? []
  const [clock, scenarios, data, limits] = await Promise.all([
    call<ClockState>('GET', worldPath(name, '/clock')),
    call<ActiveScenario[]>('GET', worldPath(name, '/scenarios')),
    call<Collections>('GET', worldPath(name, '/data')),
    Promise.all(plans.map(async (plan) => [plan, await call<LimitState>('GET', worldPath(name, `/limits/${plan}`))] as const)),
  ])
  return { name, scenarios, clock, readAt: performance.now(), limits, data }
}

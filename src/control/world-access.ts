// Access to the world of a call. The world stays in memory during the work, and observers hear about changes.

import type { ClockState } from '../client/states.ts'
import { Problem } from '../errors/problem.ts'
import type { WorldChange } from '../exchange/observer.ts'
import { describeMissingWorld } from '../text/world-name.ts'
import type { Clock } from '../worlds/clock.ts'
import type { World } from '../worlds/world.ts'
import type { ControlParts, ControlRequest } from './call.ts'

type Work<Result> = (world: World) => Result | Promise<Result>

/** Throws a Problem when the path names a world that does not exist. */
export async function requireWorld({ parts, world }: ControlRequest): Promise<void> {
  if (world !== undefined && !(await parts.worlds.has(world))) throw new Problem('not_found', describeMissingWorld(world))
}

/** Does the work with the world of the path. Throws a Problem when there is no such world. */
export async function readWorld<Result>(request: ControlRequest, work: Work<Result>): Promise<Result> {
  await requireWorld(request)
  return useWorld(request, work)
}

/** Does the work with the world of the path, and creates the world if needed. */
export async function useWorld<Result>({ parts: { worlds }, world: name = '' }: ControlRequest, work: Work<Result>): Promise<Result> {
  const world = await worlds.enter(name)
  try {
    return await work(world)
  } finally {
    worlds.leave(world)
  }
}

/** Changes the world of the path, and then tells the observers. Creates the world if needed. */
export const changeWorld = <Result>(
  request: ControlRequest,
  what: WorldChange['what'],
  work: Work<Result>,
  more: Pick<WorldChange, 'requests'> = {},
): Promise<Result> =>
  useWorld(request, async (world) => {
    const result = await work(world)
    tellChange(request.parts, world, { what, ...more })
    return result
  })

/** Changes the world of the path as changeWorld does. Throws a Problem when there is no such world. */
export async function deleteInWorld(request: ControlRequest, what: WorldChange['what'], work: Work<unknown>): Promise<void> {
  await requireWorld(request)
  await changeWorld(request, what, work)
}

export function showClock(clock: Clock): ClockState {
  const { now, frozen } = clock.state()
  return { now: new Date(now).toISOString(), frozen }
}

function tellChange({ observer }: ControlParts, { name, session }: World, change: Pick<WorldChange, 'what' | 'requests'>): void {
  const { number, revision, clock, play } = session
  const scenarios = change.what === 'scenarios' && { scenarios: play.active.map(({ setup }) => setup.name) }
  observer.changed({ ...change, world: name, session: number, revision, ...scenarios, at: clock.moment() })
}

// The entrance to a world for handles. The world stays in memory during the work, and observers hear about changes.

import type { Observer, WorldChange } from '../exchange/observer.ts'
import { readWorldName } from '../handle/world-input.ts'
import { readClocks } from '../worlds/clock.ts'
import type { World } from '../worlds/world.ts'
import type { Worlds } from '../worlds/worlds.ts'

type Work<Result> = (world: World) => Result | Promise<Result>

export interface Entrance {
  readonly name: string
  /** Does the work with the world. Loads or creates the world if needed. */
  use<Result>(work: Work<Result>): Promise<Result>
  /** Reads data of the world, and tells the observers that somebody looked. */
  look<Result>(work: Work<Result>): Promise<Result>
  /** Does the work with the world, and then tells the observers what was changed. */
  drive<Result>(what: WorldChange['what'], work: Work<Result>): Promise<Result>
}

export function createEntrance(name: string, worlds: Worlds, observer: Required<Observer>): Entrance {
  async function use<Result>(work: Work<Result>): Promise<Result> {
    const world = await worlds.enter(readWorldName(name))
    try {
      return await work(world)
    } finally {
      worlds.leave(world)
    }
  }

  return {
    name,
    use,
    look: (work) =>
      use((world) => {
        observer.lookedAt(name, readClocks())
        return work(world)
      }),
    drive: (what, work) =>
      use(async (world) => {
        const result = await work(world)
        const { number, stage, clock, play } = world.session
        const scenarios = what === 'scenarios' && { scenarios: play.active.map(({ setup }) => setup.name) }
        observer.changed({ world: name, what, session: number, stage, ...scenarios, at: clock.moment() })
        return result
      }),
  }
}

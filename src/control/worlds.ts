// Calls about worlds: listing, resetting and deleting them.

import type { Observer } from '../exchange/observer.ts'
import type { SandboxCalls, WorldState } from '../handle/handles.ts'
import type { World } from '../worlds/world.ts'
import { describeWorld, type ListedWorld, type Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'
import { showClock } from './clock.ts'
import { createEntrance } from './entrance.ts'

export interface WorldsParts {
  readonly worlds: Worlds
  readonly observer: Required<Observer>
}

export function createWorldsHandle({ worlds, observer }: WorldsParts): SandboxCalls['worlds'] {
  const list = async () => (await worlds.list()).map(showListed)
  return {
    list,
    reset: async () => {
      await worlds.deleteKept()
      // A damaged world is not reset, so that somebody can repair it.
      const alive = (await worlds.list()).filter(({ world, damage }) => world !== undefined && damage === undefined)
      await Promise.all(alive.map(({ name }) => resetWorldIn(name, worlds, observer)))
      return list()
    },
    has: (name) => worlds.has(name),
  }
}

export const resetWorldIn = (name: string, worlds: Worlds, observer: Required<Observer>): Promise<WorldState> =>
  createEntrance(name, worlds, observer).drive('reset', async (world) => {
    await world.reset()
    return showWorld(world)
  })

export const showWorld = (world: World): WorldState => showListed(describeWorld(world))

const showListed = ({ name, bytes, lastUse, world, damage, replica }: ListedWorld): WorldState => ({
  name,
  alive: world !== undefined,
  bytes,
  lastUse: new Date(lastUse).toISOString(),
  scenarios: world?.session.play.active.map(({ setup }) => setup.name) ?? [],
  ...(world && { clock: showClock(world.session.clock) }),
  ...(damage !== undefined && { damage }),
  ...(replica !== undefined && { replica }),
})

export const listWorlds: Call = ({ sandbox }) => sandbox.worlds.list()
export const resetWorlds: Call = ({ sandbox }) => sandbox.worlds.reset()
export const getWorld: Call = async ({ existing }) => (await existing()).get()
export const createWorld: Call = ({ world }) => world.get()
export const deleteWorld: Call = async ({ existing }) => (await existing()).delete()
export const resetWorld: Call = ({ world }) => world.reset()

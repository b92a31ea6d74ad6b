// Calls about worlds: listing, resetting and deleting them.

import type { WorldState } from '../../ground/generated/control.ts'
import { describeWorld, type ListedWorld, type World } from '../../worlds/world.ts'
import { type Call, type ControlRequest, changeWorld, readWorld, requireWorld, showClock, useWorld } from './call.ts'

export const listWorlds = async ({ parts }: ControlRequest): Promise<WorldState[]> => (await parts.worlds.list()).map(showListed)

export const resetWorlds: Call = async (request) => {
  const { worlds } = request.parts
  await worlds.deleteKept()
  // A damaged world is not reset, so that somebody can repair it.
  const alive = (await worlds.list()).filter(({ world, damage }) => world !== undefined && damage === undefined)
  await Promise.all(alive.map(({ name }) => resetWorld({ ...request, world: name })))
  return listWorlds(request)
}

export const getWorld: Call = (request) => readWorld(request, showWorld)

export const createWorld: Call = (request) => useWorld(request, showWorld)

export const deleteWorld: Call = async (request) => {
  await requireWorld(request)
  await request.parts.worlds.delete(String(request.world))
}

export const resetWorld: Call = (request) =>
  changeWorld(request, 'reset', async (world) => {
    await world.reset()
    return showWorld(world)
  })

const showWorld = (world: World): WorldState => showListed(describeWorld(world))

const showListed = ({ name, bytes, lastUse, world, damage, replica }: ListedWorld): WorldState => ({
  name,
  alive: world !== undefined,
  bytes,
  lastUse: new Date(lastUse).toISOString(),
  scenarios: world?.session.scenarios ?? [],
  ...(world && { clock: showClock(world.session.clock) }),
  ...(damage !== undefined && { damage }),
  ...(replica !== undefined && { replica }),
})

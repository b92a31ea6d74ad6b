// Calls about worlds: listing, resetting and deleting them.

import { type Call, changeWorld, readWorld, requireWorld, useWorld } from './call.ts'

export const listWorlds: Call = ({ parts }) => parts.worlds.list()

export const resetWorlds: Call = async (request) => {
  const { worlds } = request.parts
  await worlds.deleteKept()
  // A damaged world is not reset, so that somebody can repair it.
  const alive = (await worlds.list()).filter(({ alive, damage }) => alive && damage === undefined)
  await Promise.all(alive.map(({ name }) => resetWorld({ ...request, world: name })))
  return worlds.list()
}

export const getWorld: Call = (request) => readWorld(request, (world) => world.state())

export const createWorld: Call = (request) => useWorld(request, (world) => world.state())

export const deleteWorld: Call = async (request) => {
  await requireWorld(request)
  await request.parts.worlds.delete(String(request.world))
}

export const resetWorld: Call = (request) =>
  changeWorld(request, 'reset', async (world) => {
    await world.reset()
    return world.state()
  })

// A world that a command reads has to be there: to read one must not make it.

import type { SandboxHandle } from '../handle/handles.ts'
import { StartError } from '../replies/problem.ts'
import { describeMissingWorld, describeNoWorld, isWorldName } from '../words/world-name.ts'

/** Throws a StartError, with the likely spelling, for the first name that is no world's. */
export async function refuseMissingWorlds({ worlds }: SandboxHandle, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!isWorldName(name)) throw new StartError(`there is no such world: ${describeNoWorld(name)}`)
    if (await worlds.has(name)) continue
    const known = (await worlds.list()).map(({ name }) => name)
    throw new StartError(describeMissingWorld(name, known))
  }
}

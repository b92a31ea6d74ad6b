// Refuses names of worlds that do not exist, or waits for such a world. A command that only reads a world must not create it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxHandle } from '../client/handle.ts'
import { StartError } from '../errors/problem.ts'
import { describeMissingWorld, describeNoWorld, isWorldName } from '../text/world-name.ts'

/** Throws a StartError for the first name that no world has. Its message suggests the likely spelling. */
export async function refuseMissingWorlds({ worlds }: SandboxHandle, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!isWorldName(name)) throw new StartError(`there is no such world: ${describeNoWorld(name)}`)
    if (await worlds.has(name)) continue
    const known = (await worlds.list()).map(({ name }) => name)
    throw new StartError(describeMissingWorld(name, known))
  }
}

const POLL_MS = 100

/**
 * Waits until the first request of a client creates the world. Waiting must not create it. Throws a StartError when the world is
 * still missing after these seconds. Resolves early when the signal is aborted.
 */
export async function awaitWorld(sandbox: SandboxHandle, name: string, seconds: number, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (signal?.aborted !== true && !(isWorldName(name) && (await sandbox.worlds.has(name)))) {
    if (!isWorldName(name) || !(Date.now() < deadline)) return refuseMissingWorlds(sandbox, [name])
    await sleep(POLL_MS)
  }
}

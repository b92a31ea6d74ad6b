// Copies all worlds of one store into another store.

import { StartError } from '../../errors/problem.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

/** Copies all worlds, and yields their names. A StartError names a world that the other store has already, and nothing is copied. */
export async function* copyWorlds(from: string, to: string): AsyncGenerator<string, void> {
  const source = await openStore(from)
  try {
    const target = await openStore(to)
    try {
      yield* copyAll(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function* copyAll(source: Store, target: Store): AsyncGenerator<string, void> {
  const names = (await source.list()).map(({ name }) => name)
  for (const name of names)
    if (await target.has(name)) throw new StartError(`${target.place} has the world ${name} already: delete that world first`, 3)
  for (const name of names) {
    const [kept, copy] = [await source.open(name), await target.open(name)]
    const { saved } = kept
    if (saved) await copy.commit([{ set: { collections: saved.collections, nextIds: saved.nextIds } }])
    await Promise.all([kept.close(), copy.close()])
    yield name
  }
}

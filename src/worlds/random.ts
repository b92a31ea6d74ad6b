// The randomness of a world. It repeats with the same seed.

import { hash } from 'node:crypto'

/** Returns numbers from 0 to 1 that depend only on seed and world. */
export function createRandom(seed: number, world: string): () => number {
  let count = 0
  return () => {
    count += 1
    return hash('sha256', `${seed} ${world} ${count}`, 'buffer').readUInt32BE() / 2 ** 32
  }
}
